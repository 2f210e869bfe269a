import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const documents = resolve(import.meta.dirname, '../../../docs/operate')
const rules = join(documents, 'alerts.yml')
const at = 'instance="10.0.0.1:9464"'
const minutes = 30

/** What is wrong, in Prometheus' notation (a value, what is added each minute, how often), and what is told of it. */
const troubles: Record<
  string,
  { series: Record<string, string>; labels?: Record<string, string>; summary: string }
> = {
  AtriumDown: {
    series: { [`up{job="atrium-console",${at}}`]: '0x30' },
    labels: { job: 'atrium-console', instance: '10.0.0.1:9464' },
    summary: 'atrium-console at 10.0.0.1:9464 does not answer',
  },
  AtriumDatabaseAway: {
    series: { [`atrium_database_up{${at}}`]: '0x30' },
    summary: 'The database does not answer the platform at 10.0.0.1:9464',
  },
  AtriumPlatformFailing: {
    series: { [`atrium_upstream_failures_total{target="platform",fault="timeout",${at}}`]: '0+60x30' },
    summary: 'Calls of the console at 10.0.0.1:9464 to the platform fail: 1.00 a second',
  },
  AtriumSystemFailing: {
    series: { [`atrium_upstream_failures_total{target="http://10.0.0.2",fault="timeout",${at}}`]: '0+60x30' },
    labels: { target: 'http://10.0.0.2' },
    summary: 'The registered system http://10.0.0.2 fails: 1.00 calls a second',
  },
  AtriumErrors: {
    series: {
      [`atrium_console_request_duration_seconds_count{status="500",${at}}`]: '0+60x30',
      [`atrium_console_request_duration_seconds_count{status="200",${at}}`]: '0+540x30',
      // Who watches asks more often than people do.
      [`atrium_console_request_duration_seconds_count{status="200",route="/healthz",${at}}`]: '0+60000x30',
    },
    summary: '10% of the requests to 10.0.0.1:9464 end in an error',
  },
  AtriumSlow: {
    series: Object.fromEntries(
      [
        '/account/index 1 0',
        '/account/index 2.5 60',
        '/account/index +Inf 60',
        '/readyz 1 6e4',
        '/readyz +Inf 6e4',
      ].map((each) => {
        const [route, le, added] = each.split(' ')
        return [
          `atrium_console_request_duration_seconds_bucket{le="${le}",route="${route}",${at}}`,
          `0+${Number(added)}x30`,
        ]
      }),
    ),
    summary: 'One request in twenty at 10.0.0.1:9464 takes more than 2.4 s',
  },
  AtriumPoolExhausted: {
    series: { [`atrium_database_pool_connections{state="waiting",${at}}`]: '3x30' },
    labels: { instance: '10.0.0.1:9464', state: 'waiting' },
    summary: 'Calls of the platform at 10.0.0.1:9464 wait for a connection to the database',
  },
  AtriumEventLoopBlocked: {
    series: { [`nodejs_eventloop_lag_p99_seconds{job="atrium-platform",${at}}`]: '0.5x30' },
    labels: { job: 'atrium-platform', instance: '10.0.0.1:9464' },
    summary: 'atrium-platform at 10.0.0.1:9464 stands still for 0.50 s at a time',
  },
  AtriumOpenFiles: {
    series: {
      [`process_open_fds{job="atrium-console",${at}}`]: '900x30',
      [`process_max_fds{job="atrium-console",${at}}`]: '1000x30',
    },
    labels: { job: 'atrium-console', instance: '10.0.0.1:9464' },
    summary: 'atrium-console at 10.0.0.1:9464 has 90% of its files and connections open',
  },
  AtriumSignInsRefused: {
    series: { [`atrium_sign_ins_total{outcome="passwordWrong",${at}}`]: '0+120x30' },
    labels: {},
    summary: 'Somebody tries passwords: 2.0 refused sign-ins a second',
  },
  AtriumManyLocks: {
    series: { [`atrium_sign_in_locks{${at}}`]: '30x30' },
    labels: {},
    summary: '30 accounts are locked at some address',
  },
  AtriumOperationLogBroken: {
    series: { [`atrium_operation_log_fault{at="beginning",${at}}`]: '1x30' },
    labels: { at: 'beginning', instance: '10.0.0.1:9464' },
    summary: 'The operation log is not as it was written, at its beginning (the platform at 10.0.0.1:9464)',
  },
  AtriumCleanupStopped: {
    series: { [`atrium_cleanup_success_timestamp_seconds{${at}}`]: '-3600x30' },
    labels: {},
    summary: 'What has run out was last removed 1h 30m 0s ago',
  },
}
const well = {
  [`up{job="atrium-console",${at}}`]: '1x30',
  [`atrium_database_up{${at}}`]: '1x30',
  [`atrium_upstream_failures_total{target="platform",fault="timeout",${at}}`]: '0+1x30',
  [`atrium_console_request_duration_seconds_count{status="500",${at}}`]: '0+1x30',
  [`atrium_console_request_duration_seconds_count{status="200",${at}}`]: '0+600x30',
  [`atrium_console_request_duration_seconds_bucket{le="1",route="/account/index",${at}}`]: '0+600x30',
  [`atrium_console_request_duration_seconds_bucket{le="+Inf",route="/account/index",${at}}`]: '0+600x30',
  [`atrium_database_pool_connections{state="waiting",${at}}`]: '0x30',
  [`nodejs_eventloop_lag_p99_seconds{job="atrium-platform",${at}}`]: '0.02x30',
  [`process_open_fds{job="atrium-console",${at}}`]: '60x30',
  [`process_max_fds{job="atrium-console",${at}}`]: '1000x30',
  [`atrium_sign_ins_total{outcome="passwordWrong",${at}}`]: '0+3x30',
  [`atrium_sign_in_locks{${at}}`]: '2x30',
  [`atrium_operation_log_fault{at="end",${at}}`]: '0x30',
  [`atrium_cleanup_success_timestamp_seconds{${at}}`]: '0+60x30',
}

const alerts = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)\n[\s\S]*?severity: (\w+)/g)].map(
  ([, name = '', severity = '']) => ({ name, severity }),
)
const inputOf = (series: Record<string, string>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }))

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)(
  'OPS-5 each alert is raised by its own trouble and says it; none while all is well',
  () => {
    expect(Object.keys(troubles)).toEqual(alerts.map(({ name }) => name))
    const quiet = (name: string) => ({ eval_time: `${minutes}m`, alertname: name, exp_alerts: [] })
    const raised = ({ name, severity }: (typeof alerts)[number]) => {
      const { labels = { instance: '10.0.0.1:9464' }, summary } = troubles[name] ?? { summary: '' }
      const alert = { exp_labels: { ...labels, severity }, exp_annotations: { summary } }
      return { eval_time: `${minutes}m`, alertname: name, exp_alerts: [alert] }
    }
    const tests = [
      { interval: '1m', input_series: inputOf(well), alert_rule_test: alerts.map(({ name }) => quiet(name)) },
      ...alerts.map((alert) => ({
        interval: '1m',
        input_series: inputOf(troubles[alert.name]?.series ?? {}),
        alert_rule_test: alerts.map((other) => (other === alert ? raised(alert) : quiet(other.name))),
      })),
    ]
    const folder = mkdtempSync(join(tmpdir(), 'atrium-alerts-'))
    try {
      const file = join(folder, 'tests.yml')
      // JSON is YAML.
      writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
      expect(status, stdout + stderr).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
