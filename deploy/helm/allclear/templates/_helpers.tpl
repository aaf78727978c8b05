{{- define "allclear.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{- define "allclear.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "allclear.server" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "allclear.worker" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: worker
{{- end }}

{{- /* As many as run at once, with one of each kind that an upgrade starts beside them. */}}
{{- define "allclear.nodes" -}}
{{- $servers := .Values.server.replicas }}
{{- if .Values.server.autoscaling.enabled }}{{ $servers = .Values.server.autoscaling.maxReplicas }}{{ end }}
{{- add $servers 1 .Values.worker.replicas (ternary 1 0 (gt (int .Values.worker.replicas) 0)) }}
{{- end }}

{{- define "allclear.settings" -}}
{{- if not (or .Values.https (eq .Values.service.type "ClusterIP") (hasKey .Values.settings "TRUST_PROXY")) }}
{{- fail "service.type: clients that reach the nodes themselves would choose their address. Set https: true, or ClusterIP with an Ingress, or settings.TRUST_PROXY: 1 behind a proxy of your own, else 0" }}
{{- end }}
{{- $settings := dict
  "NODE_ENV" "production"
  "HOST" "0.0.0.0"
  "PORT" "3000"
  "DATA_DIR" "/data"
  "APP_URL" .Values.url
  "NODES" (include "allclear.nodes" .)
  "TRUST_PROXY" (ternary "0" "1" .Values.https)
  "WORKER" (ternary "off" "inline" (gt (int .Values.worker.replicas) 0)) }}
{{- if .Values.https }}{{ $_ := set $settings "HTTPS_PORT" "3443" }}{{ end }}
{{- if .Values.metrics.enabled }}
{{- $_ := set $settings "METRICS_PORT" "9464" }}
{{- $_ := set $settings "METRICS_HOST" "0.0.0.0" }}
{{- end }}
{{- range $name, $value := merge (dict) .Values.settings $settings }}
- name: {{ $name }}
  value: {{ toString $value | quote }}
{{- end }}
{{- with .Values.database }}
{{- if .existingSecret }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret }}
      key: {{ .key }}
{{- end }}
{{- end }}
{{- end }}

{{- define "allclear.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 60
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- range $name := list "imagePullSecrets" "nodeSelector" "tolerations" }}
{{- with index $.Values $name }}
{{ $name }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "allclear.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
env:
  {{- include "allclear.settings" . | trim | nindent 2 }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}
