import { BLANK_CUSTOMER } from '../../server/rooms/customers/index.ts'
import type { Draw } from './draw.ts'
import type { PlannedCustomer } from './history-events.ts'

const FIRST =
  'Harbor Larkspur Tidewater Fieldhouse Juniper Halcyon Saltmarsh Cobalt Meridian Cedar Bluebird Stonebridge Prairie Copper Lakeshore Marigold Union Foxglove Ridgeline Silver Pinecone Amber Kingfisher Holloway Thistle Quarry Maple Orchard Granite Willow Beacon Summit'.split(
    ' ',
  )
const SECOND =
  'Foods,Hotel Group,Catering,Kitchens,Roasters,Bistro,Bakehouse,Provisions,Diner,Event Hall,Tavern,Coffee,Schools,Lunch Co.,Soups,Athletic Club,Tea Rooms,Market,Florists,Lodge,Deli,Senior Living,Cinema,Gardens,Food Trucks,Brewing,Marina,Books & Brew'.split(
    ',',
  )
const PLACES: readonly (readonly [city: string, state: string])[] = [
  ['Milwaukee', 'WI'],
  ['Madison', 'WI'],
  ['Chicago', 'IL'],
  ['Columbus', 'OH'],
  ['Duluth', 'MN'],
  ['Ann Arbor', 'MI'],
  ['Savannah', 'GA'],
  ['Portland', 'ME'],
  ['Austin', 'TX'],
  ['Omaha', 'NE'],
  ['Asheville', 'NC'],
  ['Boston', 'MA'],
]
const ABROAD: readonly (readonly [city: string, country: string])[] = [
  ['Lyon', 'FR'],
  ['Hamburg', 'DE'],
  ['Bilbao', 'ES'],
  ['Torino', 'IT'],
  ['Utrecht', 'NL'],
  ['Kraków', 'PL'],
]

/** Plans customers of all sizes with different habits, some of them abroad and in the second currency. */
export function planCustomers(
  draw: Draw,
  count: number,
  currencies: readonly [own: string, second: string],
): PlannedCustomer[] {
  return Array.from({ length: count }, (_, index) => planCustomer(draw, index, count, currencies))
}

function planCustomer(
  draw: Draw,
  index: number,
  count: number,
  [own, second]: readonly [string, string],
): PlannedCustomer {
  const abroad = index > 0 && draw.permille(90)
  const [city, region] = abroad ? draw.pick(ABROAD) : draw.pick(PLACES)
  const branch = 1 + Math.floor(index / (FIRST.length * SECOND.length))
  const name = `${FIRST[(index * 7) % FIRST.length]} ${SECOND[(index * 5 + Math.floor(index / FIRST.length)) % SECOND.length]} ${city}${branch > 1 ? ` ${branch}` : ''}`
  const large = index < count / 20
  return {
    index,
    fields: {
      ...BLANK_CUSTOMER,
      shortName: name,
      companyName: draw.permille(350) ? `${name} ${abroad ? 'GmbH' : 'LLC'}` : '',
      currency: abroad ? second : own,
      email: `accounts@${slug(name)}-${index + 1}.test`,
      primaryPhone: `(555) 01${draw.between(10, 99)}-${draw.between(1000, 9999)}`,
      addressline1: `${draw.between(1, 990)} ${draw.pick(['Wharf Street', 'Mill Road', 'Canal Street', 'Market Square'])}`,
      city,
      state: abroad ? '' : region,
      postalCode: String(draw.between(10_000, 99_999)),
      country: abroad ? region : 'US',
    },
    terms: draw.weighted([
      [55, 'net_30'],
      [15, 'net_15'],
      [10, 'net_60'],
      [8, 'net_45'],
      [7, 'end_of_next_month'],
      [5, 'due_on_receipt'],
    ] as const),
    lateness: draw.weighted([
      [45, draw.between(-4, 3)],
      [35, draw.between(4, 20)],
      [15, draw.between(21, 60)],
      [5, draw.between(61, 150)],
    ]),
    payday: large
      ? draw.pick(['friday', 'twice_a_month'] as const)
      : draw.pick(['any', 'any', 'friday'] as const),
    pays: large
      ? 'bank_transfer'
      : draw.weighted([
          [50, 'bank_transfer'],
          [40, 'check'],
          [7, 'cash'],
          [3, 'other'],
        ] as const),
    partPermille: draw.weighted([
      [80, 15],
      [15, 60],
      [5, 250],
    ]),
    doubtful: index > 3 && draw.permille(12),
    units: large ? 60 : draw.between(4, 24),
  }
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]+/g, '')

/**
 * Returns the probability that each customer buys next, as running sums for `chooseCustomer`: a few buy very
 * much and most a little (Zipf's law with a flattened head).
 */
export function buyingWeights(customers: readonly PlannedCustomer[]): Float64Array {
  const sums = new Float64Array(customers.length)
  let sum = 0
  for (let index = 0; index < customers.length; index++) {
    sum += 1 / (index + 3)
    sums[index] = sum
  }
  return sums
}

const STEPS = 1_000_000_000

export function chooseCustomer(draw: Draw, sums: Float64Array): number {
  const wanted = (draw.below(STEPS) / STEPS) * sums.at(-1)!
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sums[middle]! > wanted) high = middle
    else low = middle + 1
  }
  return low
}
