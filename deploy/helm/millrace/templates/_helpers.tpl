{{- define "millrace.labels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "millrace.name" -}}
{{ .root.Release.Name | trunc 40 | trimSuffix "-" }}-{{ .component }}
{{- end }}

{{- define "millrace.tokenSecret" -}}
{{ .Values.existingTokenSecret | default (include "millrace.name" (dict "root" . "component" "token")) }}
{{- end }}

{{- define "millrace.connect" -}}
{{- if .Values.zookeeper.connect -}}
{{ .Values.zookeeper.connect }}
{{- else -}}
{{- $name := include "millrace.name" (dict "root" . "component" "zookeeper") -}}
{{- range $i := until (int .Values.zookeeper.replicas) -}}
{{- if $i }},{{ end }}{{ $name }}-{{ $i }}.{{ $name }}:2181
{{- end -}}
{{- end -}}
{{- end }}

{{- /* The rings of all slots with their descriptors, a MiB for each worker, and half as much again with 32 MiB. */ -}}
{{- define "millrace.shmMiB" -}}
{{- $rings := div (add (mul .Values.supervisor.executors .Values.supervisor.ringMiB 9) 7) 8 -}}
{{- $all := mul .Values.supervisor.slots (add 1 $rings) -}}
{{ add 32 $all (div $all 2) }}
{{- end }}

{{- define "millrace.volumeClaim" -}}
- metadata: {name: {{ .name }}}
  spec:
    accessModes: ["ReadWriteOnce"]
    {{- with .root.Values.storageClass }}
    storageClassName: {{ . }}
    {{- end }}
    resources: {requests: {storage: {{ .storage }}}}
{{- end }}

{{- define "millrace.pod" -}}
# With links, a service's port would be taken for a setting: MILLRACE_CONTROLLER_PORT=tcp://...
enableServiceLinks: false
automountServiceAccountToken: false
terminationGracePeriodSeconds: 30
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  seccompProfile: {type: RuntimeDefault}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels: {{- include "millrace.labels" . | nindent 14 }}
{{- end }}
