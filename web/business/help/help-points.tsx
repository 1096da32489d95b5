import type { HelpTopic } from '../../../domain/people/help-topics.ts'
import { Link } from '../../ui/layout/link.tsx'
import { HELP_TEXTS } from './help-texts.ts'

/** How a screen works, in a few sentences. */
export function HelpPoints({ topic }: { topic: HelpTopic }) {
  const { note, points, more } = HELP_TEXTS[topic]
  return (
    <div className="grid gap-3 text-ink-2">
      <p className="font-medium text-ink">{note}</p>
      <ul className="grid list-disc gap-2 ps-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {more && (
        <p>
          <Link href={more.href} className="font-medium text-ink underline underline-offset-3">
            {more.label}
          </Link>
        </p>
      )}
    </div>
  )
}
