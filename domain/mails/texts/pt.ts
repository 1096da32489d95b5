import type { BuiltInTexts } from './texts.ts'

const DAYS = '{{ invoice.days_past_due }} {% if invoice.days_past_due == 1 %}dia{% else %}dias{% endif %}'
const ABOUT =
  '{% if payment.invoice_count == 1 %} da fatura {{ payment.invoices }}{% elsif payment.invoice_count > 1 %} das faturas {{ payment.invoices }}{% endif %}'
const VERB = '{% if payment.was_disputed %}foi contestado{% else %}foi devolvido{% endif %}'
const SEQUEL =
  '{% if charge.is_turned_off %}Desativamos os pagamentos automáticos com esta forma de pagamento.{% elsif charge.next_date == blank %}Não tentaremos novamente de forma automática.{% else %}Tentaremos novamente em {{ charge.next_date }}.{% endif %}'

export const pt: BuiltInTexts = {
  invoice: {
    subject:
      'Fatura {{ invoice.number }} de {{ company.name }} — {% if invoice.is_paid %}paga{% else %}{{ invoice.remaining }}, vence em {{ invoice.due_date_short }}{% endif %}',
    heading: 'Fatura {{ invoice.number }} de {{ company.name }}',
    preheader:
      '{% if invoice.is_paid %}{{ invoice.total }}, paga{% else %}{{ invoice.remaining }}, vence em {{ invoice.due_date }}{% endif %}',
    body: '{% if message == blank %}Segue em anexo a fatura {{ invoice.number }} em PDF.{% else %}{{ message }}{% endif %}',
  },
  'overdue-invoice': {
    subject:
      'Vencida: fatura {{ invoice.number }} de {{ company.name }} — {{ invoice.remaining }}, venceu em {{ invoice.due_date_short }}',
    heading: 'A fatura {{ invoice.number }} de {{ company.name }} está vencida',
    preheader: `{{ invoice.remaining }}, vencida há ${DAYS}`,
    body: `{% if message != blank %}{{ message }}

{% endif %}A fatura {{ invoice.number }} venceu em {{ invoice.due_date }}, há ${DAYS}. Ela segue em anexo em PDF.{% if invoice.next_late_fee != blank %} Se continuar em aberto, acresce em {{ invoice.next_late_fee_date }} uma multa por atraso de {{ invoice.next_late_fee }}.{% endif %}

Se o seu pagamento já está a caminho, obrigado.`,
  },
  'pay-link': {
    subject: 'Novo link para a fatura {{ invoice.number }} de {{ company.name }}',
    heading: 'Fatura {{ invoice.number }} de {{ company.name }}',
    preheader: '{{ invoice.remaining }}, vence em {{ invoice.due_date }}',
    body: 'Aqui está o novo link que você pediu. Use-o para ver e pagar o que está em aberto.',
  },
  receipt: {
    subject: 'Recibo: {{ payment.amount }} pagos a {{ company.name }}',
    heading: 'Recebemos o seu pagamento, obrigado!',
    preheader: `{{ payment.amount }} recebidos${ABOUT}. Obrigado!`,
    body: `{{ company.name }} recebeu o seu pagamento${ABOUT}. O recibo segue em anexo em PDF.`,
  },
  refund: {
    subject: 'Reembolso: {{ refund.amount }} de {{ company.name }}',
    heading: '{{ company.name }} reembolsou {{ refund.amount }}',
    preheader:
      '{% if payment.is_manual %}Do pagamento {{ payment.number }}.{% else %}Para {{ payment.method }}.{% endif %}',
    body: '{% if payment.is_manual %}Este reembolso refere-se ao seu pagamento {{ payment.number }}.{% else %}Pode levar alguns dias para aparecer no seu extrato.{% endif %}',
  },
  'payment-returned': {
    subject: 'A fatura {{ invoice.number }} está novamente em aberto: {{ invoice.remaining }}',
    heading: 'A fatura {{ invoice.number }} está novamente em aberto',
    preheader: `O seu pagamento de {{ payment.amount }} ${VERB}.`,
    body: `O seu pagamento de {{ payment.amount }} ({{ payment.method }}) ${VERB} e por isso não conta mais para esta fatura.`,
  },
  'payment-action': {
    subject: 'Conclua o seu pagamento de {{ payment.amount }} a {{ company.name }}',
    heading: 'O seu pagamento não está concluído',
    preheader:
      '{% if payment.needs_verification %}Verifique a sua conta bancária até {{ payment.act_by }}.{% else %}O seu banco pede que o confirme até {{ payment.act_by }}.{% endif %}',
    body: `{% if payment.needs_verification %}No prazo de dois dias úteis chega um pequeno depósito à sua conta bancária ({{ payment.method }}). A descrição tem um código que começa por SM. Abra a página abaixo e introduza o código até {{ payment.act_by }}. Depois, o pagamento da fatura {{ invoice.number }} é enviado.{% else %}{{ company.name }} queria debitar {{ payment.method }} pela fatura {{ invoice.number }}, como combinado. O seu banco pede que confirme este pagamento. Abra a página abaixo e confirme-o até {{ payment.act_by }}.{% endif %}

Ainda nada foi cobrado.`,
  },
  'charge-notice': {
    subject: '{{ charge.amount }} serão cobrados em {{ charge.date }} pela fatura {{ invoice.number }}',
    heading: 'A fatura {{ invoice.number }} será paga automaticamente',
    preheader: 'De {{ charge.method }}. Você não precisa fazer nada.',
    body: `Como combinado, {{ company.name }} cobrará de {{ charge.method }} em {{ charge.date }}. Você não precisa fazer nada.

Antes desse dia, você pode pagar de outra forma ou desativar os pagamentos automáticos no portal.`,
  },
  'charge-failed': {
    subject: 'O seu pagamento automático da fatura {{ invoice.number }} falhou',
    heading: 'O seu pagamento automático falhou',
    preheader: `{{ payment.reason }} ${SEQUEL}`,
    body: `{{ company.name }} não conseguiu cobrar de {{ charge.method }} a fatura {{ invoice.number }}. {{ payment.reason }}

${SEQUEL} Você pode pagar de outra forma a qualquer momento.`,
  },
  'charge-stopped': {
    subject: 'O seu pagamento automático da fatura {{ invoice.number }} precisa de outro método',
    heading: 'Escolha outro método de pagamento',
    preheader:
      '{% if charge.is_expired %}{{ charge.method }} expirou.{% elsif charge.is_other_currency %}Não é possível cobrar {{ charge.method }} na moeda desta fatura.{% else %}Já não é possível cobrar {{ charge.method }}.{% endif %}',
    body: `{{ company.name }} não pode cobrar automaticamente a fatura {{ invoice.number }}, com vencimento em {{ invoice.due_date }}. {% if charge.is_expired %}{{ charge.method }} expirou.{% elsif charge.is_other_currency %}Não é possível cobrar {{ charge.method }} na moeda desta fatura.{% else %}Já não é possível cobrar {{ charge.method }}.{% endif %}

Pague com outro método na página abaixo. Para continuar a pagar automaticamente, ative no portal os pagamentos automáticos para outro método. Nada foi cobrado.`,
  },
  'credit-memo': {
    subject: 'Nota de crédito {{ credit_memo.number }} de {{ company.name }}: {{ credit_memo.amount }}',
    heading: 'Nota de crédito {{ credit_memo.number }} de {{ company.name }}',
    preheader:
      '{% if credit_memo.reason == blank %}Você tem {{ credit_memo.amount }} de crédito.{% else %}{{ credit_memo.reason }}{% endif %}',
    body: 'Você tem {{ credit_memo.amount }} de crédito conosco. A nota de crédito segue em anexo em PDF.',
  },
  'thank-you': {
    subject:
      '{% if totals.count == 1 %}Obrigado por pagar a fatura {{ invoice.number }}{% else %}Obrigado por pagar {{ totals.count }} faturas{% endif %}',
    heading: 'Obrigado pelo seu pagamento',
    preheader:
      '{% if totals.count == 1 %}{{ totals.paid }} recebidos{% else %}{{ totals.paid }} recebidos por {{ totals.count }} faturas{% endif %}',
    body: `Olá, {{ customer.name }},

{% if totals.count == 1 %}A fatura {{ invoice.number }} está totalmente paga. Obrigado pelo pagamento de {{ invoice.paid }}.{% else %}{{ totals.count }} faturas estão totalmente pagas. Obrigado pelos pagamentos de {{ totals.paid }} no total.{% endif %}

Você não precisa fazer mais nada. Se tiver alguma dúvida, responda a este e-mail.`,
  },
  statement: {
    subject: 'Extrato de {{ company.name }}: de {{ statement.from }} a {{ statement.to }}',
    heading: 'Seu extrato de {{ company.name }}',
    preheader:
      '{% if statement.open_count == 0 %}Nada em aberto.{% else %}{{ statement.owed }} em aberto.{% endif %}',
    body: `Olá, {{ customer.name }},

Seu extrato de {{ statement.from }} a {{ statement.to }} segue em anexo em PDF. {% if statement.open_count == 0 %}Nenhuma fatura está em aberto.{% else %}Há {{ statement.owed }} em aberto em {% if statement.open_count == 1 %}uma fatura{% else %}{{ statement.open_count }} faturas{% endif %}{% if statement.overdue != blank %}, dos quais {{ statement.overdue }} estão vencidos{% endif %}.{% endif %}{% if pay_all_link != blank %} Com o link abaixo pode pagar todas de uma só vez.{% endif %}

Se algo parecer incorreto, responda a este e-mail.`,
  },
  'plan-proposal': {
    subject: 'Plano de pagamento de {{ company.name }}: {{ plan.total }} em {{ plan.count }} parcelas',
    heading: 'O seu plano de pagamento',
    preheader: '{{ plan.total }} por {{ plan.invoices }}. Confirme até {{ plan.confirm_until }}.',
    body: `{% if message != blank %}{{ message }}

{% endif %}{{ company.name }} propõe pagar {{ plan.invoices }} em parcelas. Veja o plano e confirme até {{ plan.confirm_until }}. Nada é cobrado ao abri-lo.`,
  },
  'plan-confirmed': {
    subject: 'O seu plano de pagamento com {{ company.name }} está confirmado',
    heading: 'O seu plano de pagamento está confirmado',
    preheader: '{{ plan.total }} por {{ plan.invoices }} em {{ plan.count }} parcelas',
    body: 'Obrigado por confirmar o plano de pagamento de {{ plan.invoices }}. O acordo segue em anexo em PDF.',
  },
  installment: {
    subject:
      '{% if installment.is_missed %}Parcela em atraso: {{ installment.amount }} venceu em {{ installment.due_date }}{% else %}Parcela de {{ installment.amount }} vence em {{ installment.due_date }}{% endif %}',
    heading:
      '{% if installment.is_missed %}Uma parcela não foi paga{% else %}A sua próxima parcela{% endif %}',
    preheader: '{{ installment.amount }} por {{ plan.invoices }}',
    body: `Olá, {{ customer.name }},

{% if installment.is_missed %}a parcela de {{ installment.amount }} por {{ plan.invoices }} venceu em {{ installment.due_date }} e ainda não chegou. Pague-a agora para que o seu plano de pagamento continue.{% else %}{{ installment.amount }} do seu plano de pagamento por {{ plan.invoices }} vencem em {{ installment.due_date }}.{% endif %}

Se o seu pagamento já está a caminho, obrigado.`,
  },
  reminderPreheader:
    '{% if totals.count == 1 %}{{ invoice.remaining }}, {% if invoice.days_past_due > 0 %}venceu em{% else %}vence em{% endif %} {{ invoice.due_date }}{% else %}{{ totals.remaining }} em {{ totals.count }} faturas{% endif %}',
}
