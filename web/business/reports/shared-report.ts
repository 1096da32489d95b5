import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'

export type SharedReport = ReplyOf<typeof contract.reports.readShared>
