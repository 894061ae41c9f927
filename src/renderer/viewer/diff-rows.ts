// Turns diff2html's HTML into one table. The text in it comes from outside, so although diff2html escapes it (there
// is a test for that), nothing but the elements a diff row is made of gets onto the page.
const ALLOWED = new Set(['TR', 'TD', 'DIV', 'SPAN', 'INS', 'DEL', 'BR'])
const CLASSES = /^[\w -]*$/

function clean(row: Element): void {
  for (const element of [row, ...row.querySelectorAll('*')]) {
    if (!ALLOWED.has(element.tagName)) {
      element.replaceWith(document.createTextNode(element.textContent))
      continue
    }
    for (const name of element.getAttributeNames()) {
      const plain = (name === 'class' && CLASSES.test(element.className)) || name === 'colspan'
      if (!plain) element.removeAttribute(name)
    }
  }
}

function columns(names: readonly string[]): HTMLElement {
  const group = document.createElement('colgroup')
  for (const name of names) group.appendChild(document.createElement('col')).className = name
  return group
}

/**
 * Side by side, diff2html makes two tables that scroll apart. Joined row by row into one, a long line can wrap and
 * its neighbour keeps its height.
 */
export function buildTable(html: string, continued: boolean): HTMLTableElement {
  // A template's content belongs to a document of its own: nothing in it is loaded or run.
  const template = document.createElement('template')
  template.innerHTML = html
  const [left = [], right] = [...template.content.querySelectorAll('table.d2h-diff-table')].map((table) => [
    ...table.querySelectorAll('tr'),
  ])

  const table = document.createElement('table')
  table.className = right ? 'diff-table diff-side-by-side' : 'diff-table diff-unified'
  table.setAttribute('role', 'presentation')
  table.append(
    columns(right ? ['diff-number', 'diff-text', 'diff-number', 'diff-text'] : ['diff-numbers', 'diff-text']),
  )
  const body = table.appendChild(document.createElement('tbody'))
  left.slice(continued ? 1 : 0).forEach((row, index) => {
    const partner = right?.[continued ? index + 1 : index]
    const heading = row.querySelector<HTMLTableCellElement>('td.d2h-info + td.d2h-info')
    if (partner && heading) heading.colSpan = 3
    else if (partner) row.append(...partner.children)
    clean(row)
    body.append(row)
  })
  return table
}
