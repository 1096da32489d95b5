import { useLocation } from '@tanstack/react-router'
import { Switch } from '../../ui/fields/switch.tsx'
import { HelpPoints } from './help-points.tsx'
import { HELP_TEXTS, helpTopicOf } from './help-texts.ts'
import { useHelp } from './use-help.ts'

/** The help of the page behind a dialog, with a switch that shows its note on the page again. Nothing for other pages. */
export function HelpOfPage() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { hidden, setHidden } = useHelp()
  const topic = helpTopicOf(pathname)
  if (topic === null) return null
  return (
    <section aria-label="About this page" className="mb-4 grid gap-3 border-b border-line pb-4">
      <h3 className="text-14 font-semibold">{HELP_TEXTS[topic].title}</h3>
      <HelpPoints topic={topic} />
      {hidden !== null && (
        <Switch
          label="Show the note on this page"
          checked={!hidden.includes(topic)}
          onChange={(shown) => setHidden(topic, !shown)}
        />
      )}
    </section>
  )
}
