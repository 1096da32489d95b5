import type { Payout } from '../../../../contract/payments/payouts.ts'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

const TONES: Record<Payout['status'], Tone> = { on_its_way: 'soon', paid: 'paid', failed: 'overdue' }

export const PayoutTag = ({ payout }: { payout: Payout }) => (
  <Tag tone={TONES[payout.status]}>{payout.status_display}</Tag>
)
