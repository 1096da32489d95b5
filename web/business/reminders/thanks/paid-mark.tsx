import { Check } from 'lucide-react'

/** The payment on the time line: the steps below it count from the day of the payment. */
export const PaidMark = ({ isFirst }: { isFirst: boolean }) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
    <span aria-hidden="true" className="flex flex-col items-center">
      <span className={isFirst ? 'flex-1' : 'flex-1 border-s border-line-strong'} />
      <span className="grid size-6 place-items-center rounded-full bg-paid-tint text-paid">
        <Check className="size-3.5 stroke-2" />
      </span>
      <span className="flex-1 border-s border-line-strong" />
    </span>
    <span className="py-2.5 text-12 font-medium text-ink-2">Paid</span>
  </li>
)
