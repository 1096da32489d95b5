import { EventList } from '../activity/event-list.tsx'
import { useEvents } from '../activity/use-events.ts'
import { ACTIVITY_PATH } from '../paths.ts'
import { Panel } from './panel.tsx'

/** The account's latest events. Nothing is shown while they load or when they can't be loaded; the page of all has the error. */
export function ActivityPanel() {
  const { data } = useEvents({}, 5)
  const events = data?.pages[0]?.results ?? []
  return (
    <Panel
      title="Activity"
      more={{ label: 'All activity', href: ACTIVITY_PATH }}
      className="max-xl:col-span-full max-xl:border-t xl:border-s"
    >
      <div className="mt-2">
        <EventList events={events} />
      </div>
    </Panel>
  )
}
