import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'

export type PortalPreferences = ReplyOf<typeof contract.accounts.readPortalPreferences>
