# Stands for the image of ZooKeeper, with the same variables, directories and user's rights, from the jars of the distribution.
ARG IMAGE
FROM ${IMAGE}
USER 0:0
COPY zookeeper.sh /zookeeper.sh
ENTRYPOINT ["bash", "/zookeeper.sh"]
