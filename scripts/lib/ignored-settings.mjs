/** A line for each setting that was given and has no effect beside the others. No fault: a start goes on without it. */
export function ignoredSettings(settings, env = process.env) {
  const { demo, captchaFixed, metricsPort, platformMetricsPort } = settings
  const ignored = []
  if (env.ADMIN_PASSWORD && demo)
    ignored.push(
      'ADMIN_PASSWORD is ignored: admin comes with the demo data, and everybody knows the password. Set DEMO=0 and a new DATA_DIR for real use.',
    )
  if (env.METRICS_HOST && !metricsPort && !platformMetricsPort)
    ignored.push(
      'METRICS_HOST is ignored: nothing is measured without METRICS_PORT or PLATFORM_METRICS_PORT.',
    )
  if (env.CAPTCHA_FIXED && captchaFixed === '')
    ignored.push('CAPTCHA_FIXED is ignored: others can reach this console.')
  const ofTraces = Object.keys(env).filter((name) => /^OTEL_(?!.*(METRIC|LOG))/.test(name) && env[name])
  if (
    ofTraces.length > 0 &&
    !ofTraces.some((name) => /_ENDPOINT$|^OTEL_(SDK_DISABLED|TRACES_EXPORTER)$/.test(name))
  )
    ignored.push(
      `Of OpenTelemetry ${ofTraces.toSorted().join(', ')} is ignored: traces go nowhere without OTEL_EXPORTER_OTLP_ENDPOINT.`,
    )
  return ignored
}
