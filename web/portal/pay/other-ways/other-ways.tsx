import { Copy } from 'lucide-react'
import { useState } from 'react'
import { LANGUAGE } from '../../../ui/language/locale.ts'
import { t } from '../../../ui/language/text.ts'
import { Button } from '../../../ui/layout/button.tsx'
import type { PayableInvoice } from '../payer.ts'

type Ways = PayableInvoice['other_ways']

/** Where to send a bank transfer or a check, each value to copy. */
export function OtherWays({ ways }: { ways: Ways }) {
  const [copied, setCopied] = useState('')
  const copy = async (label: string, value: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(t('{label} copied', { label: label }))
    } catch {
      setCopied(t('We couldn’t copy this. Select it and copy it yourself.'))
    }
  }
  return (
    <div className="grid gap-5 pb-4">
      {ways.map(({ title, facts }) => (
        <section key={title} aria-label={title} className="grid gap-2">
          <h3 className="text-14 font-semibold">{title}</h3>
          <dl className="divide-y divide-line rounded-10 border border-line text-14">
            {facts.map(({ label, value }) => (
              <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] items-center ps-3.5">
                <dt className="pt-2 text-13 text-ink-3">{label}</dt>
                <dd className="num row-start-2 pb-2 font-medium whitespace-pre-line">{value}</dd>
                <dd className="row-span-2 row-start-1 self-center">
                  <Button
                    variant="bare"
                    icon={<Copy />}
                    aria-label={
                      LANGUAGE === 'en'
                        ? t('Copy {label}, {title}', {
                            label: label.toLowerCase(),
                            title: title.toLowerCase(),
                          })
                        : t('Copy {label}, {title}', { label, title })
                    }
                    onClick={() => void copy(label, value)}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="text-13 text-ink-2">
        {t(
          'Write the reference on the payment, so that it reaches this invoice. It shows here once it has arrived.',
        )}
      </p>
      <p role="status" className="text-13 font-medium empty:hidden">
        {copied}
      </p>
    </div>
  )
}
