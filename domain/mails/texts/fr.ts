import type { BuiltInTexts } from './texts.ts'

const DAYS = '{{ invoice.days_past_due }} {% if invoice.days_past_due == 1 %}jour{% else %}jours{% endif %}'
const ABOUT =
  '{% if payment.invoice_count == 1 %} pour la facture {{ payment.invoices }}{% elsif payment.invoice_count > 1 %} pour les factures {{ payment.invoices }}{% endif %}'
const VERB = '{% if payment.was_disputed %}a été contesté{% else %}a été rejeté{% endif %}'
const SEQUEL =
  '{% if charge.is_turned_off %}Nous avons désactivé les paiements automatiques avec ce moyen de paiement.{% elsif charge.next_date == blank %}Nous ne réessaierons pas automatiquement.{% else %}Nous réessaierons le {{ charge.next_date }}.{% endif %}'

export const fr: BuiltInTexts = {
  invoice: {
    subject:
      'Facture {{ invoice.number }} de {{ company.name }} — {% if invoice.is_paid %}payée{% else %}{{ invoice.remaining }} à régler le {{ invoice.due_date_short }}{% endif %}',
    heading: 'Facture {{ invoice.number }} de {{ company.name }}',
    preheader:
      '{% if invoice.is_paid %}{{ invoice.total }}, payée{% else %}{{ invoice.remaining }}, échéance le {{ invoice.due_date }}{% endif %}',
    body: '{% if message == blank %}Veuillez trouver ci-jointe la facture {{ invoice.number }} au format PDF.{% else %}{{ message }}{% endif %}',
  },
  'overdue-invoice': {
    subject:
      'En retard : facture {{ invoice.number }} de {{ company.name }} — {{ invoice.remaining }}, échue le {{ invoice.due_date_short }}',
    heading: 'La facture {{ invoice.number }} de {{ company.name }} est en retard',
    preheader: `{{ invoice.remaining }}, ${DAYS} de retard`,
    body: `{% if message != blank %}{{ message }}

{% endif %}La facture {{ invoice.number }} était à régler le {{ invoice.due_date }} et a ${DAYS} de retard. Vous la trouverez ci-jointe au format PDF.{% if invoice.next_late_fee != blank %} Sans paiement, des frais de retard de {{ invoice.next_late_fee }} s’ajoutent le {{ invoice.next_late_fee_date }}.{% endif %}

Si votre paiement est déjà en route, merci.`,
  },
  'pay-link': {
    subject: 'Nouveau lien pour la facture {{ invoice.number }} de {{ company.name }}',
    heading: 'Facture {{ invoice.number }} de {{ company.name }}',
    preheader: '{{ invoice.remaining }}, échéance le {{ invoice.due_date }}',
    body: 'Voici le nouveau lien que vous avez demandé. Il vous permet de voir et de payer ce qui est dû.',
  },
  receipt: {
    subject: 'Reçu : {{ payment.amount }} payés à {{ company.name }}',
    heading: 'Nous avons bien reçu votre paiement, merci !',
    preheader: `{{ payment.amount }} reçus${ABOUT}. Merci !`,
    body: `{{ company.name }} a reçu votre paiement${ABOUT}. Votre reçu est joint au format PDF.`,
  },
  refund: {
    subject: 'Remboursement : {{ refund.amount }} de {{ company.name }}',
    heading: '{{ company.name }} a remboursé {{ refund.amount }}',
    preheader:
      '{% if payment.is_manual %}Sur le paiement {{ payment.number }}.{% else %}Sur {{ payment.method }}.{% endif %}',
    body: '{% if payment.is_manual %}Ce remboursement concerne votre paiement {{ payment.number }}.{% else %}Il peut apparaître sur votre relevé après quelques jours.{% endif %}',
  },
  'payment-returned': {
    subject: 'La facture {{ invoice.number }} est de nouveau ouverte : {{ invoice.remaining }}',
    heading: 'La facture {{ invoice.number }} est de nouveau ouverte',
    preheader: `Votre paiement de {{ payment.amount }} ${VERB}.`,
    body: `Votre paiement de {{ payment.amount }} ({{ payment.method }}) ${VERB} et ne compte donc plus pour cette facture.`,
  },
  'payment-action': {
    subject: 'Veuillez terminer votre paiement de {{ payment.amount }} à {{ company.name }}',
    heading: 'Votre paiement n’est pas terminé',
    preheader:
      '{% if payment.needs_verification %}Vérifiez votre compte bancaire avant le {{ payment.act_by }}.{% else %}Votre banque vous demande de le confirmer avant le {{ payment.act_by }}.{% endif %}',
    body: `{% if payment.needs_verification %}Sous deux jours ouvrés, un petit dépôt arrive sur votre compte bancaire ({{ payment.method }}). Son libellé contient un code qui commence par SM. Ouvrez la page ci-dessous et saisissez ce code avant le {{ payment.act_by }}. Votre paiement de la facture {{ invoice.number }} est ensuite envoyé.{% else %}{{ company.name }} voulait débiter {{ payment.method }} pour la facture {{ invoice.number }}, comme convenu. Votre banque vous demande de confirmer ce paiement. Ouvrez la page ci-dessous et confirmez-le avant le {{ payment.act_by }}.{% endif %}

Rien n’a encore été débité.`,
  },
  'charge-notice': {
    subject: '{{ charge.amount }} seront débités le {{ charge.date }} pour la facture {{ invoice.number }}',
    heading: 'La facture {{ invoice.number }} sera payée automatiquement',
    preheader: 'Sur {{ charge.method }}. Vous n’avez rien à faire.',
    body: `Comme convenu, {{ company.name }} débitera {{ charge.method }} le {{ charge.date }}. Vous n’avez rien à faire.

D’ici là, vous pouvez payer autrement ou désactiver les paiements automatiques dans le portail.`,
  },
  'charge-failed': {
    subject: 'Votre paiement automatique de la facture {{ invoice.number }} a échoué',
    heading: 'Votre paiement automatique a échoué',
    preheader: `{{ payment.reason }} ${SEQUEL}`,
    body: `{{ company.name }} n’a pas pu débiter {{ charge.method }} pour la facture {{ invoice.number }}. {{ payment.reason }}

${SEQUEL} Vous pouvez payer autrement à tout moment.`,
  },
  'charge-stopped': {
    subject:
      'Votre paiement automatique de la facture {{ invoice.number }} nécessite un autre moyen de paiement',
    heading: 'Veuillez choisir un autre moyen de paiement',
    preheader:
      '{% if charge.is_expired %}{{ charge.method }} a expiré.{% elsif charge.is_other_currency %}{{ charge.method }} ne peut pas être débité dans la devise de cette facture.{% else %}{{ charge.method }} ne peut plus être débité.{% endif %}',
    body: `{{ company.name }} ne peut pas prélever automatiquement la facture {{ invoice.number }}, à échéance le {{ invoice.due_date }}. {% if charge.is_expired %}{{ charge.method }} a expiré.{% elsif charge.is_other_currency %}{{ charge.method }} ne peut pas être débité dans la devise de cette facture.{% else %}{{ charge.method }} ne peut plus être débité.{% endif %}

Veuillez payer avec un autre moyen sur la page ci-dessous. Pour continuer à payer automatiquement, activez les paiements automatiques pour un autre moyen dans le portail. Rien n’a été débité.`,
  },
  'credit-memo': {
    subject: 'Note de crédit {{ credit_memo.number }} de {{ company.name }} : {{ credit_memo.amount }}',
    heading: 'Note de crédit {{ credit_memo.number }} de {{ company.name }}',
    preheader:
      '{% if credit_memo.reason == blank %}Vous disposez d’un avoir de {{ credit_memo.amount }}.{% else %}{{ credit_memo.reason }}{% endif %}',
    body: 'Vous disposez chez nous d’un avoir de {{ credit_memo.amount }}. La note de crédit est jointe au format PDF.',
  },
  'thank-you': {
    subject:
      '{% if totals.count == 1 %}Merci d’avoir réglé la facture {{ invoice.number }}{% else %}Merci d’avoir réglé {{ totals.count }} factures{% endif %}',
    heading: 'Merci pour votre paiement',
    preheader:
      '{% if totals.count == 1 %}{{ totals.paid }} reçus{% else %}{{ totals.paid }} reçus pour {{ totals.count }} factures{% endif %}',
    body: `Bonjour {{ customer.name }},

{% if totals.count == 1 %}La facture {{ invoice.number }} est entièrement réglée. Merci pour votre paiement de {{ invoice.paid }}.{% else %}{{ totals.count }} factures sont entièrement réglées. Merci pour vos paiements de {{ totals.paid }} au total.{% endif %}

Vous n’avez rien d’autre à faire. Si vous avez une question, répondez simplement à cet e-mail.`,
  },
  statement: {
    subject: 'Relevé de compte de {{ company.name }} : du {{ statement.from }} au {{ statement.to }}',
    heading: 'Votre relevé de compte de {{ company.name }}',
    preheader:
      '{% if statement.open_count == 0 %}Rien n’est à régler.{% else %}{{ statement.owed }} à régler.{% endif %}',
    body: `Bonjour {{ customer.name }},

Votre relevé de compte du {{ statement.from }} au {{ statement.to }} est joint au format PDF. {% if statement.open_count == 0 %}Aucune facture n’est à régler.{% else %}{{ statement.owed }} restent à régler sur {% if statement.open_count == 1 %}une facture{% else %}{{ statement.open_count }} factures{% endif %}{% if statement.overdue != blank %}, dont {{ statement.overdue }} en retard{% endif %}.{% endif %}{% if pay_all_link != blank %} Le lien ci-dessous permet de les payer toutes en une seule fois.{% endif %}

Si quelque chose vous semble inexact, répondez simplement à cet e-mail.`,
  },
  'plan-proposal': {
    subject: 'Échéancier de {{ company.name }} : {{ plan.total }} en {{ plan.count }} versements',
    heading: 'Votre échéancier',
    preheader:
      '{{ plan.total }} pour {{ plan.invoices }}. Merci de le confirmer avant le {{ plan.confirm_until }}.',
    body: `{% if message != blank %}{{ message }}

{% endif %}{{ company.name }} vous propose de payer {{ plan.invoices }} en plusieurs versements. Merci de consulter l’échéancier et de le confirmer avant le {{ plan.confirm_until }}. Rien n’est débité à l’ouverture.`,
  },
  'plan-confirmed': {
    subject: 'Votre échéancier avec {{ company.name }} est confirmé',
    heading: 'Votre échéancier est confirmé',
    preheader: '{{ plan.total }} pour {{ plan.invoices }} en {{ plan.count }} versements',
    body: 'Merci d’avoir confirmé l’échéancier pour {{ plan.invoices }}. L’accord est joint au format PDF.',
  },
  installment: {
    subject:
      '{% if installment.is_missed %}Versement manqué : {{ installment.amount }} à échéance du {{ installment.due_date }}{% else %}Versement de {{ installment.amount }} le {{ installment.due_date }}{% endif %}',
    heading:
      '{% if installment.is_missed %}Un versement n’a pas été payé{% else %}Votre prochain versement{% endif %}',
    preheader: '{{ installment.amount }} pour {{ plan.invoices }}',
    body: `Bonjour {{ customer.name }},

{% if installment.is_missed %}le versement de {{ installment.amount }} pour {{ plan.invoices }} était dû le {{ installment.due_date }} et ne nous est pas encore parvenu. Merci de le payer maintenant pour que votre échéancier continue.{% else %}{{ installment.amount }} de votre échéancier pour {{ plan.invoices }} sont dus le {{ installment.due_date }}.{% endif %}

Si votre paiement est en route, merci.`,
  },
  reminderPreheader:
    '{% if totals.count == 1 %}{{ invoice.remaining }}, {% if invoice.days_past_due > 0 %}échue le{% else %}échéance le{% endif %} {{ invoice.due_date }}{% else %}{{ totals.remaining }} sur {{ totals.count }} factures{% endif %}',
}
