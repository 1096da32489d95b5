import { describe, expect, it } from 'vitest'
import type { ImportKind } from '../row-outcomes.ts'
import { guessMapping, headerWords } from './guess-columns.ts'

/** Returns the guessed mapping with column names. */
function guess(kind: ImportKind, header: string, samples: string[][] = []): Record<string, string> {
  const columns = header.split(',')
  const mapping = guessMapping(kind, columns, samples)
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([target, column]) =>
      column === null ? [] : [[target, columns[column]!]],
    ),
  )
}

describe('headerWords', () => {
  it.each([
    ['POAddressLine1', 'po address line 1'],
    ['*InvoiceNumber', 'invoice number'],
    ['Invoice #', 'invoice number'],
    ['N° facture', 'number facture'],
    ['  E-Mail_Adresse ', 'e mail adresse'],
    ['Straße', 'strasse'],
    ['Fällig am', 'fallig am'],
    ["Date d'échéance", 'date d echeance'],
  ])('%s', (header, words) => {
    expect(headerWords(header)).toBe(words)
  })
})

describe('guessMapping of customers', () => {
  it('recognizes the QuickBooks export', () => {
    const header =
      'Customer full name,Company name,Email,Phone,Mobile,Fax,Website,Street Address,City,State,Zip,Country,Ship City,Open Balance,Terms,Note'
    expect(guess('customers', header)).toEqual({
      short_name: 'Customer full name',
      company_name: 'Company name',
      email: 'Email',
      primary_phone: 'Phone',
      mobile_phone: 'Mobile',
      fax: 'Fax',
      addressline1: 'Street Address',
      city: 'City',
      state: 'State',
      postal_code: 'Zip',
      country: 'Country',
      terms: 'Terms',
      notes: 'Note',
    })
  })

  it('recognizes the Xero export, and prefers the postal over the street address', () => {
    const header =
      '*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAddressLine1,POAddressLine2,POCity,PORegion,POPostalCode,POCountry,SAAddressLine1,SACity,PhoneNumber,FaxNumber,MobileNumber,DDINumber'
    expect(guess('customers', header)).toEqual({
      short_name: '*ContactName',
      email: 'EmailAddress',
      first_name: 'FirstName',
      last_name: 'LastName',
      addressline1: 'POAddressLine1',
      addressline2: 'POAddressLine2',
      city: 'POCity',
      state: 'PORegion',
      postal_code: 'POPostalCode',
      country: 'POCountry',
      primary_phone: 'PhoneNumber',
      fax: 'FaxNumber',
      mobile_phone: 'MobileNumber',
      alternate_phone: 'DDINumber',
    })
  })

  it('names FreshBooks organizations by their organization', () => {
    const header =
      'Organization,First Name,Last Name,Email,Phone,Address Line 1,Address Line 2,City,Province/State,Country,Postal Code,Notes'
    expect(guess('customers', header)).toMatchObject({
      short_name: 'Organization',
      first_name: 'First Name',
      state: 'Province/State',
      postal_code: 'Postal Code',
    })
  })

  it.each([
    [
      'German',
      'Firma,E-Mail-Adresse,Telefon,Handy,Straße,PLZ,Ort,Land,Währung,Zahlungsziel,Bemerkung',
      [
        'short_name',
        'email',
        'primary_phone',
        'mobile_phone',
        'addressline1',
        'postal_code',
        'city',
        'country',
        'currency',
        'terms',
        'notes',
      ],
    ],
    [
      'French',
      'Nom du client,Courriel,Téléphone,Adresse,Code postal,Ville,Pays,Devise',
      ['short_name', 'email', 'primary_phone', 'addressline1', 'postal_code', 'city', 'country', 'currency'],
    ],
    [
      'Spanish',
      'Razón social,Correo electrónico,Teléfono,Dirección,Código postal,Ciudad,Provincia,País',
      ['short_name', 'email', 'primary_phone', 'addressline1', 'postal_code', 'city', 'state', 'country'],
    ],
  ])('recognizes %s names', (_, header, targets) => {
    const mapping = guess('customers', header)
    expect(Object.keys(mapping).sort()).toEqual([...targets].sort())
    expect(targets.map((target) => mapping[target])).toEqual(header.split(','))
  })

  it('recognizes addresses by the cells, and ignores a header that the cells contradict', () => {
    const samples = [
      ['Acme', 'a@acme.test', 'yes'],
      ['Beta', 'b@beta.test', 'no'],
    ]
    expect(guess('customers', 'Name,Kontakt,Email sent', samples)).toMatchObject({
      short_name: 'Name',
      email: 'Kontakt',
    })
    expect(guess('customers', 'Name,Email', [['Acme', 'nope']])).toEqual({
      short_name: 'Name',
      email: 'Email',
    })
  })

  it('assigns no column twice, and leaves unknown columns out', () => {
    const mapping = guess('customers', 'Name,Colour,Size,Email,Email')
    expect(Object.values(mapping)).toHaveLength(new Set(Object.values(mapping)).size)
    expect(guess('customers', 'a,b,c')).toEqual({})
  })
})

describe('guessMapping of invoices', () => {
  it.each([
    [
      'a list from QuickBooks',
      'Date,Transaction type,Num,Customer,Memo/Description,Due date,Amount,Open balance',
      ['2026-11-01', 'Invoice', '1001', 'Acme', 'x', '2026-12-01', '1.00', '1.00'],
      {
        invoice_date: 'Date',
        transaction_type: 'Transaction type',
        number: 'Num',
        customer_name: 'Customer',
        due_date: 'Due date',
        total: 'Amount',
        balance: 'Open balance',
      },
    ],
    [
      'Xero',
      '*ContactName,EmailAddress,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,Currency,Type,Status',
      [
        'Acme',
        'a@acme.test',
        'INV-1',
        '',
        '1/11/2026',
        '1/12/2026',
        '10',
        'x',
        '1',
        '10',
        '',
        '200',
        'None',
        '0',
        'USD',
        'Sales invoice',
        'Authorised',
      ],
      {
        customer_name: '*ContactName',
        customer_email: 'EmailAddress',
        number: '*InvoiceNumber',
        invoice_date: '*InvoiceDate',
        due_date: '*DueDate',
        total: 'Total',
        description: '*Description',
        quantity: '*Quantity',
        unit_price: '*UnitAmount',
        discount: 'Discount',
        tax_amount: 'TaxAmount',
        currency: 'Currency',
        transaction_type: 'Type',
        status: 'Status',
      },
    ],
    [
      'FreshBooks',
      'Client Name,Invoice #,Date Issued,Invoice Status,Item Name,Rate,Quantity,Discount Percentage,Line Subtotal,Tax 1 Type,Tax 1 Amount,Currency',
      ['Acme', '0001', '2026-11-01', 'paid', 'Work', '10', '1', '0', '10', 'VAT', '2', 'USD'],
      {
        customer_name: 'Client Name',
        number: 'Invoice #',
        invoice_date: 'Date Issued',
        status: 'Invoice Status',
        unit_price: 'Rate',
        quantity: 'Quantity',
        discount: 'Discount Percentage',
        line_amount: 'Line Subtotal',
        tax_amount: 'Tax 1 Amount',
        currency: 'Currency',
      },
    ],
    [
      'German',
      'Rechnungsnummer,Kunde,Rechnungsdatum,Fällig am,Bruttobetrag,Offener Betrag',
      ['R-1', 'Acme', '01.11.2026', '01.12.2026', '1.234,56', '1.234,56'],
      {
        number: 'Rechnungsnummer',
        customer_name: 'Kunde',
        invoice_date: 'Rechnungsdatum',
        due_date: 'Fällig am',
        total: 'Bruttobetrag',
        balance: 'Offener Betrag',
      },
    ],
    [
      'French',
      "N° facture,Client,Date de facture,Date d'échéance,Montant TTC,Reste à payer",
      ['F-1', 'Acme', '01/11/2026', '01/12/2026', '12,00', '12,00'],
      {
        number: 'N° facture',
        customer_name: 'Client',
        invoice_date: 'Date de facture',
        due_date: "Date d'échéance",
        total: 'Montant TTC',
        balance: 'Reste à payer',
      },
    ],
    [
      'Spanish',
      'Factura,Cliente,Fecha de emisión,Vencimiento,Importe total,Pagado',
      ['F-1', 'Acme', '01/11/2026', '01/12/2026', '12,00', '0,00'],
      {
        number: 'Factura',
        customer_name: 'Cliente',
        invoice_date: 'Fecha de emisión',
        due_date: 'Vencimiento',
        total: 'Importe total',
        amount_paid: 'Pagado',
      },
    ],
  ])('recognizes %s', (_, header, row, expected) => {
    expect(guess('invoices', header, [row])).toMatchObject(expected)
  })

  it("does not take an address's state for a status", () => {
    expect(
      guess('invoices', 'Number,Customer,Date,Total,State', [['1', 'Acme', '2026-11-01', '5', 'NY']]).status,
    ).toBeUndefined()
  })
})
