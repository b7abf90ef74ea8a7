# The image for both processors. From the repository's directory, after 'mvn package':
#   REPOSITORY=registry.example.org/millrace docker buildx bake -f deploy/container/docker-bake.hcl --push
# Without --push name one of them, which is then an image of this machine: --load --set image.platform=linux/amd64
variable "VERSION" {
  default = "0.1.0-SNAPSHOT"
}

variable "REPOSITORY" {
  default = "millrace"
}

group "default" {
  targets = ["image"]
}

target "image" {
  context    = "deploy/target"
  dockerfile = "../container/Dockerfile"
  args       = { VERSION = VERSION }
  tags       = ["${REPOSITORY}:${VERSION}"]
  platforms  = ["linux/amd64", "linux/arm64"]
  labels = {
    "org.opencontainers.image.title"    = "Millrace"
    "org.opencontainers.image.version"  = VERSION
    "org.opencontainers.image.licenses" = "Apache-2.0"
  }
}
