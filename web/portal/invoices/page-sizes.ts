import { OLDER_MAX_BUTTONS, OLDER_PAGE_SIZES, PAGE_SIZES } from '../../ui/table/page-range.ts'
import type { PortalCompany } from '../account/portal-company.ts'

const NEW = { sizes: PAGE_SIZES, usual: 10, mostButtons: undefined } as const
const OLDER = { sizes: OLDER_PAGE_SIZES, usual: 20, mostButtons: OLDER_MAX_BUTTONS } as const

/** Page sizes of the portal's invoice list, the default, and the number of page buttons. */
export const pageSizesOf = ({ legacy }: Pick<PortalCompany, 'legacy'>) => (legacy ? OLDER : NEW)
