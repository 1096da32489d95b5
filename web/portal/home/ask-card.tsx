import { Mail, Phone } from 'lucide-react'
import { t } from '../../ui/language/text.ts'
import type { PortalCompany } from '../account/portal-company.ts'

/** Shows the company's own address and number for questions; nothing when it gave neither. */
export function AskCard({ company: { name, email, phone } }: { company: PortalCompany }) {
  if (email === '' && phone === '') return null
  return (
    <section
      aria-label={t('Questions?')}
      className="grid content-start gap-2 rounded-14 border border-line bg-surface p-4 shadow-low max-lg:order-3 md:p-6"
    >
      <h2 className="text-16 font-semibold">{t('Questions?')}</h2>
      <p className="text-14 text-ink-2">{t('Ask {name}', { name })}</p>
      <ul className="text-14 [&_a]:flex [&_a]:min-h-11 [&_a]:items-center [&_a]:gap-3 [&_a]:wrap-anywhere">
        {email !== '' && (
          <li>
            <a href={`mailto:${email}`}>
              <Mail className="text-ink-3" />
              {email}
            </a>
          </li>
        )}
        {phone !== '' && (
          <li>
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="num">
              <Phone className="text-ink-3" />
              {phone}
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}
