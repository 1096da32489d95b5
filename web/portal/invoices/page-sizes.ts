import { PAGE_SIZES } from '../../ui/table/page-range.ts'
import type { PortalCompany } from '../shell/portal-site.tsx'

const NEW = { sizes: PAGE_SIZES, usual: 10 } as const
const OLDER = { sizes: [5, 10, 20], usual: 20 } as const

/** How many invoices a page of the portal's list may have, and how many it has before anybody chose. */
export const pageSizesOf = ({ legacy }: Pick<PortalCompany, 'legacy'>) => (legacy ? OLDER : NEW)
