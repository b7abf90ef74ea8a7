#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the files of a small Linux with a Java, for tests of the image where no registry of images is at hand:
#   base-image.sh DIRECTORY JAVA_HOME >ARCHIVE.tar
# The system is that of this machine, from where its packages come; root only. The directory must not exist.
set -eu

# shellcheck source=/dev/null
. /etc/os-release
packages=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $VERSION_CODENAME" | head -n 1)
debootstrap --variant=minbase "$VERSION_CODENAME" "$1" "$packages" >&2
rm -rf "$1"/var/cache/apt/archives/* "$1"/var/lib/apt/lists/*
mkdir -p "$1/opt/java"
# A link to sources that are not installed is no failure
cp -rL "$2" "$1/opt/java/openjdk" || "$1/opt/java/openjdk/bin/java" -version >&2
(cd "$1/opt/java/openjdk" && rm -rf jmods demo include man src.zip lib/src.zip)
tar -C "$1" -c .
