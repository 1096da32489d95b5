import { PAGE_SIZES } from '../../ui/table/page-range.ts'
import type { PortalCompany } from '../account/portal-company.ts'

const NEW = { sizes: PAGE_SIZES, usual: 10 } as const
const OLDER = { sizes: [5, 10, 20], usual: 20 } as const

/** Page sizes of the portal's invoice list, and the default. */
export const pageSizesOf = ({ legacy }: Pick<PortalCompany, 'legacy'>) => (legacy ? OLDER : NEW)
