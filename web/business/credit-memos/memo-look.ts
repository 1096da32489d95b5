import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import type { Tone } from '../../ui/text/tag.tsx'

export type Memo = ReplyOf<typeof contract.creditMemos.list>['results'][number]
export type MemoDetail = ReplyOf<typeof contract.creditMemos.read>

const TONES: Readonly<Record<string, Tone>> = { Open: 'open', Applied: 'paid', Void: 'quiet' }

export const memoTone = (status: string): Tone => TONES[status] ?? 'quiet'

export const memoPath = (pk: string): string => `/credit-memos/${pk}`

/** Money received at an accounting platform says itself what it is. */
export const memoTitle = ({ received, number }: Pick<Memo, 'received' | 'number'>): string =>
  received ? number : `Credit memo ${number}`

/** Columns by which the list is sorted. */
export const MEMO_ORDERS = ['number', 'issued_on', 'total', 'remaining', 'customer']
