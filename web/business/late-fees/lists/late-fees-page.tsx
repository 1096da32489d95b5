import { ScrollText } from 'lucide-react'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { HelpNote } from '../../help/help-note.tsx'
import { useFilteredList } from '../../layout/filters/use-filtered-list.ts'
import { FeatureGate, useFeature } from '../../layout/gates/feature-gate.tsx'
import { ListViews } from '../../layout/saved-views/list-views.tsx'
import { LATE_FEE_RULES_PATH, LATE_FEES_PATH } from '../../paths.ts'
import { FeeList } from './fee-list.tsx'
import { FEE_FILTERS, LATE_FEES_PARAMS, readView } from './late-fees-list.ts'
import { UpcomingFeeList } from './upcoming-fee-list.tsx'

const VIEWS = [
  { id: 'upcoming', name: 'Upcoming', href: LATE_FEES_PATH },
  { id: 'charged', name: 'Charged', href: `${LATE_FEES_PATH}?view=charged` },
  { id: 'proposed', name: 'Paid before', href: `${LATE_FEES_PATH}?view=proposed` },
  { id: 'waived', name: 'Waived', href: `${LATE_FEES_PATH}?view=waived` },
]

/** Late fees that will be charged, that were charged, that should perhaps be waived, and that were. */
export function LateFeesPage() {
  const list = useFilteredList(FEE_FILTERS, LATE_FEES_PARAMS)
  const included = useFeature('PRO_FEATURES')
  const view = readView(list.search.view)
  return (
    <>
      <PageHeader
        title="Late fees"
        actions={
          <ButtonLink href={LATE_FEE_RULES_PATH} variant="primary" icon={<ScrollText />}>
            Rules
          </ButtonLink>
        }
      />
      <HelpNote topic="late_fees" />
      {!included && (
        <Note title="Late fee rules aren’t in your plan" className="m-4 max-w-180 md:mx-6">
          Rules that are on keep charging until you switch them off.{' '}
          <FeatureGate feature="PRO_FEATURES">{null}</FeatureGate>
        </Note>
      )}
      <ListViews
        label="Late fees shown"
        list={list}
        saved="late_fees"
        path={LATE_FEES_PATH}
        current={view}
        views={VIEWS}
        isShown
      />
      {view === 'upcoming' ? (
        <UpcomingFeeList list={list} />
      ) : (
        <FeeList key={view} list={list} state={view} />
      )}
    </>
  )
}
