import type {
  DeliveryDetail,
  DeliveryReply,
  EndpointReply,
} from '../../../../contract/developers/webhooks.ts'
import type { AttemptRow, DeliveryRow, EndpointRow } from '../tables.ts'

/** Converts an endpoint to the API's shape. Its secret is never part of it. */
export const presentEndpoint = (row: EndpointRow, waiting: number): EndpointReply => ({
  pk: row.id,
  url: row.url,
  description: row.description,
  event_types: [...row.event_types],
  state: row.state,
  failing_since: row.failing_since?.toISOString() ?? null,
  previous_secret_until: row.previous_until?.toISOString() ?? null,
  waiting,
  created_at: row.created_at.toISOString(),
})

export const presentDelivery = (row: DeliveryRow): DeliveryReply => ({
  pk: row.id,
  event_type: row.event_type,
  event: row.event_id,
  replay: row.replay,
  state: row.state,
  attempts: row.attempt_count,
  next_at: row.next_at?.toISOString() ?? null,
  last_status: row.last_status,
  last_problem: row.last_problem,
  created_at: row.created_at.toISOString(),
})

export const presentWithRequests = (row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryDetail => ({
  ...presentDelivery(row),
  payload: row.payload,
  requests: attempts.map((one) => ({
    number: one.number,
    at: one.at.toISOString(),
    duration_ms: one.duration_ms,
    status: one.status,
    problem: one.problem,
    answer: one.answer,
  })),
})
