import { createRoot } from 'react-dom/client'

/** R1: React with a table of twenty rows. */
const rows = Array.from({ length: 20 }, (_, n) => ({
  number: `INV-${1000 + n}`,
  total: `$${(n + 1) * 125}.00`,
}))

createRoot(document.getElementById('root')!).render(
  <table id="usable">
    <tbody>
      {rows.map(({ number, total }) => (
        <tr key={number}>
          <td>{number}</td>
          <td>{total}</td>
        </tr>
      ))}
    </tbody>
  </table>,
)
