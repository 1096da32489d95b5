import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'

/** A credit memo as its customer sees it. */
export type OwnMemo = ReplyOf<typeof contract.ownCreditMemos.read>
