import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { t } from '../../ui/language/text.ts'

/** Writes the status of a credit memo. */
export const memoStatus = ({ status }: Pick<OwnMemo, 'status'>): string =>
  status === 'Open'
    ? t('Open', { context: 'status of a credit memo' })
    : t('Applied', { context: 'status of a credit memo' })

/** A credit memo as its customer sees it. */
export type OwnMemo = ReplyOf<typeof contract.ownCreditMemos.read>
