import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'

export type Invite = ReplyOf<typeof contract.team.readInvite>
