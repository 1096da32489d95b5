import { CircleQuestionMark, X } from 'lucide-react'
import { useState } from 'react'
import type { HelpTopic } from '../../../domain/people/help-topics.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { HelpPoints } from './help-points.tsx'
import { HELP_TEXTS } from './help-texts.ts'
import { useHelp } from './use-help.ts'

/** Says in one sentence what a screen is for, with a sheet that explains it. Each person can hide it; `?` shows it again. */
export function HelpNote({ topic, className }: { topic: HelpTopic; className?: string }) {
  const { hidden, setHidden } = useHelp()
  const [reading, setReading] = useState(false)
  const { title, note } = HELP_TEXTS[topic]
  const isShown = hidden !== null && !hidden.includes(topic)
  if (!isShown && !reading) return null
  return (
    <>
      {isShown && (
        <aside
          aria-label={`About ${title.toLowerCase()}`}
          className={cx(
            'flex items-start gap-2.5 border-t border-line bg-sunken px-4 py-2 text-ink-2 md:px-6 print:hidden',
            className,
          )}
        >
          <CircleQuestionMark className="mt-1.5 flex-none text-ink-3" />
          <p className="min-w-0 flex-1 py-1">
            {note}{' '}
            <button
              type="button"
              className="font-medium whitespace-nowrap text-ink underline underline-offset-3"
              onClick={() => setReading(true)}
            >
              How it works
            </button>
          </p>
          <IconButton label="Hide this note" size="sm" icon={<X />} onClick={() => setHidden(topic, true)} />
        </aside>
      )}
      <Dialog open={reading} onOpenChange={setReading} title={title} side="end" readFirst>
        <HelpPoints topic={topic} />
      </Dialog>
    </>
  )
}
