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
  return ignored
}
