#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# One server of an ensemble, which the variables of ZooKeeper's image describe.
set -eu
mkdir -p /data /datalog
echo "$ZOO_MY_ID" >/data/myid
{
    printf '%s\n' dataDir=/data dataLogDir=/datalog tickTime=2000 initLimit=30 syncLimit=15 admin.enableServer=false \
        4lw.commands.whitelist=srvr "autopurge.purgeInterval=$ZOO_AUTOPURGE_PURGEINTERVAL"
    # shellcheck disable=SC2086 # the servers are separated by blanks
    printf '%s\n' $ZOO_SERVERS
} >/tmp/zoo.cfg
exec java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/millrace/lib/*' \
    org.apache.zookeeper.server.quorum.QuorumPeerMain /tmp/zoo.cfg
