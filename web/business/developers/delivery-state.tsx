import { Tag } from '../../ui/text/tag.tsx'
import type { Delivery } from './use-developers.ts'

/** A delivery's state as a tag. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const answer = delivery.last_status === null ? '' : ` ${delivery.last_status}`
  if (delivery.state === 'delivered') return <Tag tone="paid">Delivered{answer}</Tag>
  if (delivery.state === 'failed') return <Tag tone="overdue">Failed{answer}</Tag>
  return (
    <Tag tone={delivery.attempts > 0 ? 'soon' : 'open'}>
      {delivery.attempts > 0 ? `Retrying${answer}` : 'On the way'}
    </Tag>
  )
}
