// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

/** A project that knows of Millrace only what is published: the list of versions, the engine, and a connector. */
final class OutsideProject {

    private OutsideProject() {}

    static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>org.example</groupId>
              <artifactId>lengths</artifactId>
              <version>1.0</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencyManagement>
                <dependencies>
                  <dependency>
                    <groupId>io.millrace</groupId>
                    <artifactId>millrace-bom</artifactId>
                    <version>@version@</version>
                    <type>pom</type>
                    <scope>import</scope>
                  </dependency>
                </dependencies>
              </dependencyManagement>
              <dependencies>
                <dependency>
                  <groupId>io.millrace</groupId>
                  <artifactId>millrace-embedded</artifactId>
                </dependency>
                <dependency>
                  <groupId>io.millrace</groupId>
                  <artifactId>millrace-connector-files</artifactId>
                </dependency>
              </dependencies>
              <build>
                <plugins>
                  <plugin>
                    <artifactId>maven-compiler-plugin</artifactId>
                    <version>3.16.0</version>
                  </plugin>
                  <plugin>
                    <artifactId>maven-dependency-plugin</artifactId>
                    <version>3.11.0</version>
                    <executions>
                      <execution>
                        <id>libraries</id>
                        <phase>package</phase>
                        <goals>
                          <goal>copy-dependencies</goal>
                        </goals>
                        <configuration>
                          <includeScope>runtime</includeScope>
                          <outputDirectory>${project.build.directory}/libraries</outputDirectory>
                        </configuration>
                      </execution>
                    </executions>
                  </plugin>
                </plugins>
              </build>
            </project>
            """;

    static final String MAIN = """
            package org.example;

            import io.millrace.api.Millrace;
            import io.millrace.api.Results;
            import io.millrace.api.RunningTopology;
            import io.millrace.api.TopologyBuilder;
            import io.millrace.api.config.Config;
            import io.millrace.connectors.files.FileSource;
            import io.millrace.operators.Bolts;
            import java.time.Duration;

            public final class Lengths {
                public static void main(String[] arguments) throws Exception {
                    TopologyBuilder topology = new TopologyBuilder();
                    topology.setSpout("lines", FileSource.lines(arguments[0]).finishAtEnd());
                    topology.setBolt("lengths", Bolts.map("length", line -> line.getString("line").length()))
                            .shuffle("lines");
                    topology.setBolt("results", Bolts.results()).shuffle("lengths");
                    try (Millrace engine = Millrace.local().start()) {
                        RunningTopology run = engine.submit("lengths", topology.build(), Config.empty());
                        try (Results results = run.results("results")) {
                            int first = results.poll(Duration.ofMinutes(1)).getInt("length");
                            int second = results.poll(Duration.ofMinutes(1)).getInt("length");
                            System.out.println(first + second + " characters in 2 lines");
                        }
                    }
                }
            }
            """;
}
