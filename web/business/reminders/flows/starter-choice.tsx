import {
  STARTER_FLOW_NAMES,
  STARTER_FLOWS,
  type StarterFlow,
} from '../../../../domain/reminders/starter-flows.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { stepsText } from './flow-words.ts'

/** Offers the ready-made flows to an account without one. */
export function StarterChoice({ onChoose }: { onChoose: (starter: StarterFlow) => void }) {
  return (
    <ul className="mx-auto grid w-full max-w-240 gap-3 px-4 pb-10 sm:grid-cols-3 md:px-6">
      {STARTER_FLOW_NAMES.map((starter) => {
        const { name, description, steps } = STARTER_FLOWS[starter]
        return (
          <li key={starter} className="flex flex-col gap-1 rounded-10 border border-line bg-surface p-4">
            <h2 className="text-14 font-semibold">{name}</h2>
            <p className="text-ink-2">{description}</p>
            <div className="mt-auto flex items-center justify-between gap-2 pt-3">
              <span className="text-12 text-ink-3">{stepsText(steps.length)}</span>
              <Button size="sm" onClick={() => onChoose(starter)}>
                Start from {name}
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
