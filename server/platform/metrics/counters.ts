import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of one process. Every name begins with quittance_; docs/operations.md explains each. */
export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'method' | 'route'>
  readonly responses: Counter<'method' | 'route' | 'status'>
  readonly shed: Counter
  readonly poolWait: Histogram
  readonly poolConnections: Gauge<'state'>
  readonly connectionsLost: Counter
  readonly replicaInUse: Gauge
  readonly replicaLag: Gauge
  readonly replicaReads: Counter<'outcome'>
  readonly jobs: Counter<'job' | 'outcome'>
  readonly jobSeconds: Histogram<'job'>
  readonly scheduleFailures: Counter<'schedule'>
  readonly webhooks: Counter<'processor' | 'outcome'>
  readonly duplicatesSuppressed: Counter<'kind'>
  readonly refreshReuse: Counter
  readonly policyViolations: Counter<'directive'>
  readonly mailDeliveries: Counter<'outcome'>
  readonly processorCalls: Counter<'processor' | 'outcome'>
}

/** Response to a Prometheus scrape. */
export interface Exposition {
  readonly contentType: string
  readonly text: string
}

/** Seconds. 0.25 and 1 are limits that the product promises for answers. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15]
const WAIT_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 3]
const JOB_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15, 60]

/** Operations that run once however often they are requested. 'payment' includes manually recorded ones. */
const SUPPRESSED = ['payment', 'refund', 'event', 'used_credit', 'sending', 'credit_memo', 'applied_credit']

export function createMetrics(): Metrics {
  const registry = new Registry()
  const about = aboutIn(registry)
  const metrics: Metrics = {
    registry,
    requests: new Histogram({
      ...about('http_request_seconds', 'Time until a request was answered, by route', 'method', 'route'),
      buckets: REQUEST_BUCKETS,
    }),
    responses: new Counter(
      about('http_responses_total', 'Answers by route and status', 'method', 'route', 'status'),
    ),
    shed: new Counter(about('http_shed_total', 'Requests refused at once because too many were waiting')),
    poolWait: new Histogram({
      ...about('database_pool_wait_seconds', 'Time until a connection to the database was free'),
      buckets: WAIT_BUCKETS,
    }),
    poolConnections: new Gauge(
      about('database_pool_connections', 'Connections in use and idle, and who waits for one', 'state'),
    ),
    connectionsLost: new Counter(
      about('database_connections_lost_total', 'Connections that the database or the network ended'),
    ),
    ...createReplicaMetrics(registry),
    jobs: new Counter(about('jobs_total', 'Runs of jobs by outcome', 'job', 'outcome')),
    jobSeconds: new Histogram({
      ...about('job_seconds', 'Time that a job ran', 'job'),
      buckets: JOB_BUCKETS,
    }),
    scheduleFailures: new Counter(
      about('schedule_failures_total', 'Schedules that failed for an account', 'schedule'),
    ),
    webhooks: new Counter(
      about('webhooks_total', 'Webhooks of payment processors by outcome', 'processor', 'outcome'),
    ),
    duplicatesSuppressed: new Counter(
      about('duplicates_suppressed_total', 'Repeated requests and events that did nothing again', 'kind'),
    ),
    refreshReuse: new Counter(
      about('refresh_reuse_total', 'Sessions ended because a replaced token came back'),
    ),
    policyViolations: new Counter(
      about('page_policy_violations_total', 'What browsers say that a policy stopped', 'directive'),
    ),
    mailDeliveries: new Counter(
      about('mail_deliveries_total', 'Attempts to hand a message to the mail server by outcome', 'outcome'),
    ),
    processorCalls: new Counter(
      about('processor_calls_total', 'Calls of payment processors by outcome', 'processor', 'outcome'),
    ),
  }
  initializeCounters(metrics)
  return metrics
}

const aboutIn =
  (registry: Registry) =>
  <L extends string>(name: string, help: string, ...labelNames: L[]) => ({
    name: `quittance_${name}`,
    help,
    labelNames,
    registers: [registry],
  })

/** The gauges have no value until a replica is watched. */
function createReplicaMetrics(
  registry: Registry,
): Pick<Metrics, 'replicaInUse' | 'replicaLag' | 'replicaReads'> {
  const about = aboutIn(registry)
  const replicaInUse = new Gauge(about('replica_in_use', 'Whether the replica may answer reads'))
  const replicaLag = new Gauge(
    about('replica_lag_seconds', 'How far the replica is behind the primary at most'),
  )
  replicaInUse.remove()
  replicaLag.remove()
  const replicaReads = new Counter(
    about('replica_reads_total', 'Reads that a replica may answer, by who answered and why', 'outcome'),
  )
  return { replicaInUse, replicaLag, replicaReads }
}

/**
 * Starts the counters that alerts use at zero: a counter that appears with its first event shows no increase.
 */
function initializeCounters(metrics: Metrics): void {
  for (const outcome of ['delivered', 'failed', 'refused']) metrics.mailDeliveries.inc({ outcome }, 0)
  for (const kind of SUPPRESSED) metrics.duplicatesSuppressed.inc({ kind }, 0)
}
