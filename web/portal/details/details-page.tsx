import { t } from '../../ui/language/text.ts'
import type { PortalCompany } from '../account/portal-company.ts'
import { ContactData } from './contact-data.tsx'
import { EmailChoices } from './email-choices.tsx'

/** Page of the customer's own details, and of the emails that the person gets. */
export function DetailsPage({ company }: { company: PortalCompany }) {
  return (
    <div className="grid max-w-170 gap-6">
      <h1 className="text-24 font-semibold">{t('Your details')}</h1>
      <ContactData company={company} />
      <EmailChoices company={company} />
    </div>
  )
}
