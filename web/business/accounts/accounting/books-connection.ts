import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'

export type BooksConnection = ReplyOf<typeof contract.accounting.list>[number]

export const connectionsKey = (account: string): readonly string[] => [account, 'accounting-connections']
