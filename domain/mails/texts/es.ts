import type { BuiltInTexts } from './texts.ts'

const DAYS = '{{ invoice.days_past_due }} {% if invoice.days_past_due == 1 %}día{% else %}días{% endif %}'
const ABOUT =
  '{% if payment.invoice_count == 1 %} de la factura {{ payment.invoices }}{% elsif payment.invoice_count > 1 %} de las facturas {{ payment.invoices }}{% endif %}'
const VERB = '{% if payment.was_disputed %}fue disputado{% else %}fue devuelto{% endif %}'
const SEQUEL =
  '{% if charge.is_turned_off %}Hemos desactivado los pagos automáticos con este método.{% elsif charge.next_date == blank %}No volveremos a intentarlo automáticamente.{% else %}Volveremos a intentarlo el {{ charge.next_date }}.{% endif %}'

export const es: BuiltInTexts = {
  invoice: {
    subject:
      'Factura {{ invoice.number }} de {{ company.name }} — {% if invoice.is_paid %}pagada{% else %}{{ invoice.remaining }}, vence el {{ invoice.due_date_short }}{% endif %}',
    heading: 'Factura {{ invoice.number }} de {{ company.name }}',
    preheader:
      '{% if invoice.is_paid %}{{ invoice.total }}, pagada{% else %}{{ invoice.remaining }}, vence el {{ invoice.due_date }}{% endif %}',
    body: '{% if message == blank %}Adjuntamos la factura {{ invoice.number }} en PDF.{% else %}{{ message }}{% endif %}',
  },
  'overdue-invoice': {
    subject:
      'Vencida: factura {{ invoice.number }} de {{ company.name }} — {{ invoice.remaining }}, venció el {{ invoice.due_date_short }}',
    heading: 'La factura {{ invoice.number }} de {{ company.name }} está vencida',
    preheader: `{{ invoice.remaining }}, vencida hace ${DAYS}`,
    body: `{% if message != blank %}{{ message }}

{% endif %}La factura {{ invoice.number }} venció el {{ invoice.due_date }}, hace ${DAYS}. La encontrará adjunta en PDF.{% if invoice.next_late_fee != blank %} Si sigue pendiente, el {{ invoice.next_late_fee_date }} se añade un recargo por mora de {{ invoice.next_late_fee }}.{% endif %}

Si su pago ya está en camino, gracias.`,
  },
  'pay-link': {
    subject: 'Nuevo enlace para la factura {{ invoice.number }} de {{ company.name }}',
    heading: 'Factura {{ invoice.number }} de {{ company.name }}',
    preheader: '{{ invoice.remaining }}, vence el {{ invoice.due_date }}',
    body: 'Este es el nuevo enlace que pidió. Úselo para ver y pagar lo pendiente.',
  },
  receipt: {
    subject: 'Recibo: {{ payment.amount }} pagados a {{ company.name }}',
    heading: 'Hemos recibido su pago, ¡gracias!',
    preheader: `{{ payment.amount }} recibidos${ABOUT}. ¡Gracias!`,
    body: `{{ company.name }} ha recibido su pago${ABOUT}. Adjuntamos su recibo en PDF.`,
  },
  refund: {
    subject: 'Reembolso: {{ refund.amount }} de {{ company.name }}',
    heading: '{{ company.name }} ha reembolsado {{ refund.amount }}',
    preheader:
      '{% if payment.is_manual %}Del pago {{ payment.number }}.{% else %}A {{ payment.method }}.{% endif %}',
    body: '{% if payment.is_manual %}Este reembolso corresponde a su pago {{ payment.number }}.{% else %}Puede tardar unos días en aparecer en su extracto.{% endif %}',
  },
  'payment-returned': {
    subject: 'La factura {{ invoice.number }} vuelve a estar pendiente: {{ invoice.remaining }}',
    heading: 'La factura {{ invoice.number }} vuelve a estar pendiente',
    preheader: `Su pago de {{ payment.amount }} ${VERB}.`,
    body: `Su pago de {{ payment.amount }} ({{ payment.method }}) ${VERB}, por lo que ya no cuenta para esta factura.`,
  },
  'payment-action': {
    subject: 'Termine su pago de {{ payment.amount }} a {{ company.name }}',
    heading: 'Su pago no está terminado',
    preheader:
      '{% if payment.needs_verification %}Verifique su cuenta bancaria antes del {{ payment.act_by }}.{% else %}Su banco le pide que lo confirme antes del {{ payment.act_by }}.{% endif %}',
    body: `{% if payment.needs_verification %}En un plazo de dos días hábiles llegará un pequeño depósito a su cuenta bancaria ({{ payment.method }}). Su descripción tiene un código que empieza por SM. Abra la página de abajo e introduzca el código antes del {{ payment.act_by }}. Después se enviará su pago de la factura {{ invoice.number }}.{% else %}{{ company.name }} quería cargar {{ payment.method }} por la factura {{ invoice.number }}, como acordamos. Su banco le pide que confirme este pago. Abra la página de abajo y confírmelo antes del {{ payment.act_by }}.{% endif %}

Todavía no se ha cobrado nada.`,
  },
  'charge-notice': {
    subject: 'Se cobrarán {{ charge.amount }} el {{ charge.date }} por la factura {{ invoice.number }}',
    heading: 'La factura {{ invoice.number }} se pagará automáticamente',
    preheader: 'A {{ charge.method }}. No tiene que hacer nada.',
    body: `Como acordamos, {{ company.name }} cobrará a {{ charge.method }} el {{ charge.date }}. No tiene que hacer nada.

Antes de ese día, puede pagar de otra forma o desactivar los pagos automáticos en el portal.`,
  },
  'charge-failed': {
    subject: 'Su pago automático de la factura {{ invoice.number }} ha fallado',
    heading: 'Su pago automático ha fallado',
    preheader: `{{ payment.reason }} ${SEQUEL}`,
    body: `{{ company.name }} no pudo cobrar a {{ charge.method }} la factura {{ invoice.number }}. {{ payment.reason }}

${SEQUEL} Puede pagar de otra forma en cualquier momento.`,
  },
  'charge-stopped': {
    subject: 'Su pago automático de la factura {{ invoice.number }} necesita otro método',
    heading: 'Elija otro método de pago',
    preheader:
      '{% if charge.is_expired %}{{ charge.method }} ha caducado.{% elsif charge.is_other_currency %}No se puede cobrar a {{ charge.method }} en la moneda de esta factura.{% else %}Ya no se puede cobrar a {{ charge.method }}.{% endif %}',
    body: `{{ company.name }} no puede cobrar automáticamente la factura {{ invoice.number }}, que vence el {{ invoice.due_date }}. {% if charge.is_expired %}{{ charge.method }} ha caducado.{% elsif charge.is_other_currency %}No se puede cobrar a {{ charge.method }} en la moneda de esta factura.{% else %}Ya no se puede cobrar a {{ charge.method }}.{% endif %}

Pague con otro método en la página de abajo. Para seguir pagando automáticamente, active los pagos automáticos para otro método en el portal. No se ha cobrado nada.`,
  },
  'credit-memo': {
    subject: 'Nota de crédito {{ credit_memo.number }} de {{ company.name }}: {{ credit_memo.amount }}',
    heading: 'Nota de crédito {{ credit_memo.number }} de {{ company.name }}',
    preheader:
      '{% if credit_memo.reason == blank %}Tiene {{ credit_memo.amount }} a su favor.{% else %}{{ credit_memo.reason }}{% endif %}',
    body: 'Tiene {{ credit_memo.amount }} a su favor con nosotros. Adjuntamos la nota de crédito en PDF.',
  },
  'thank-you': {
    subject:
      '{% if totals.count == 1 %}Gracias por pagar la factura {{ invoice.number }}{% else %}Gracias por pagar {{ totals.count }} facturas{% endif %}',
    heading: 'Gracias por su pago',
    preheader:
      '{% if totals.count == 1 %}{{ totals.paid }} recibidos{% else %}{{ totals.paid }} recibidos por {{ totals.count }} facturas{% endif %}',
    body: `Hola, {{ customer.name }}:

{% if totals.count == 1 %}La factura {{ invoice.number }} está pagada por completo. Gracias por pagar {{ invoice.paid }}.{% else %}{{ totals.count }} facturas están pagadas por completo. Gracias por pagar {{ totals.paid }} en total.{% endif %}

No tiene que hacer nada más. Si tiene alguna pregunta, responda a este correo.`,
  },
  statement: {
    subject: 'Estado de cuenta de {{ company.name }}: del {{ statement.from }} al {{ statement.to }}',
    heading: 'Su estado de cuenta de {{ company.name }}',
    preheader:
      '{% if statement.open_count == 0 %}No hay nada pendiente.{% else %}{{ statement.owed }} pendientes.{% endif %}',
    body: `Hola, {{ customer.name }}:

Adjuntamos en PDF su estado de cuenta del {{ statement.from }} al {{ statement.to }}. {% if statement.open_count == 0 %}No hay ninguna factura pendiente.{% else %}Hay {{ statement.owed }} pendientes en {% if statement.open_count == 1 %}una factura{% else %}{{ statement.open_count }} facturas{% endif %}{% if statement.overdue != blank %}, de los cuales {{ statement.overdue }} están vencidos{% endif %}.{% endif %}{% if pay_all_link != blank %} Con el enlace de abajo puede pagarlas todas de una vez.{% endif %}

Si algo no es correcto, responda a este correo.`,
  },
  'plan-proposal': {
    subject: 'Plan de pagos de {{ company.name }}: {{ plan.total }} en {{ plan.count }} cuotas',
    heading: 'Su plan de pagos',
    preheader: '{{ plan.total }} por {{ plan.invoices }}. Confírmelo antes del {{ plan.confirm_until }}.',
    body: `{% if message != blank %}{{ message }}

{% endif %}{{ company.name }} propone pagar {{ plan.invoices }} en cuotas. Revise el plan y confírmelo antes del {{ plan.confirm_until }}. Al abrirlo no se cobra nada.`,
  },
  'plan-confirmed': {
    subject: 'Su plan de pagos con {{ company.name }} está confirmado',
    heading: 'Su plan de pagos está confirmado',
    preheader: '{{ plan.total }} por {{ plan.invoices }} en {{ plan.count }} cuotas',
    body: 'Gracias por confirmar el plan de pagos de {{ plan.invoices }}. Adjuntamos el acuerdo en PDF.',
  },
  installment: {
    subject:
      '{% if installment.is_missed %}Cuota no pagada: {{ installment.amount }} venció el {{ installment.due_date }}{% else %}Cuota de {{ installment.amount }} que vence el {{ installment.due_date }}{% endif %}',
    heading: '{% if installment.is_missed %}Una cuota no se pagó{% else %}Su próxima cuota{% endif %}',
    preheader: '{{ installment.amount }} por {{ plan.invoices }}',
    body: `Hola, {{ customer.name }}:

{% if installment.is_missed %}la cuota de {{ installment.amount }} por {{ plan.invoices }} venció el {{ installment.due_date }} y aún no ha llegado. Páguela ahora para que su plan de pagos continúe.{% else %}{{ installment.amount }} de su plan de pagos por {{ plan.invoices }} vencen el {{ installment.due_date }}.{% endif %}

Si su pago ya está en camino, gracias.`,
  },
  reminderPreheader:
    '{% if totals.count == 1 %}{{ invoice.remaining }}, {% if invoice.days_past_due > 0 %}venció el{% else %}vence el{% endif %} {{ invoice.due_date }}{% else %}{{ totals.remaining }} en {{ totals.count }} facturas{% endif %}',
}
