import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { importSvg } from './importSvg.ts'

function imported(content: string) {
  const read = importSvg(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${content}</svg>`, catalog)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const { drawing, report } = read.value
  return { parts: drawing.components, codes: report.findings.map(({ code }) => code) }
}

const label = (words: string, box = 'width: 98px; height: 1px; padding-top: 40px; margin-left: 21px;', style = '') =>
  `<foreignObject width="100%" height="100%"><div xmlns="http://www.w3.org/1999/xhtml" style="display: flex; align-items: unsafe center; justify-content: unsafe center; ${box}"><div style="font-size: 0px; text-align: center;"><div style="display: inline-block; font-size: 15px; color: #1a2b3c; line-height: 1.2; ${style}">${words}</div></div></div></foreignObject>`

describe('HTML labels', () => {
  it('become texts with their lines, position and look', () => {
    const { parts, codes } = imported(
      `<g style="fill:none"><switch>${label('Cooling pump<br/>11 kW', undefined, 'font-weight: bold;')}<text x="70" y="44">Cooling p...</text></switch></g>`,
    )
    expect(codes).toEqual([])
    const [text] = parts
    expect(text?.props).toMatchObject({
      text: 'Cooling pump\n11 kW',
      fontSize: 15,
      fontColor: '#1a2b3cff',
      fontWeight: 'bold',
      align: 'center',
      lineSpacing: 1.2,
    })
    expect(text && [text.x + text.width / 2, text.y + text.height / 2]).toEqual([70, 40.5])
  })

  it('wrap where the words are wider than their box, Chinese too', () => {
    const { parts } = imported(
      label('一号循环水泵出口压力变送器') +
        label('short') +
        label('long but never wrapped label', undefined, 'white-space: nowrap;'),
    )
    expect(parts.map(({ props }) => props.wrap ?? false)).toEqual([true, false, false])
    expect(parts[0]?.width).toBe(98)
  })

  it('are read without a switch and at the top of a plain box', () => {
    const { parts, codes } = imported(
      '<foreignObject x="100" y="50" width="80" height="40"><p xmlns="http://www.w3.org/1999/xhtml" style="margin: 0; font: 12px Arial; text-align: right">Level</p></foreignObject>',
    )
    expect(codes).toEqual([])
    expect(parts[0]?.props).toMatchObject({ text: 'Level', align: 'right', valign: 'top', fontSize: 12 })
    expect(parts[0] && parts[0].x + parts[0].width).toBe(180)
    expect(parts[0]?.y).toBe(50)
  })

  it('keep the words of lists, tables and mixed formats, with a remark', () => {
    const { parts, codes } = imported(
      label('<b>P-1</b> running<ul><li>one</li><li>two</li></ul>') +
        label('<table><tr><td>T</td><td>80</td></tr><tr><td>p</td><td>3</td></tr></table>'),
    )
    expect(parts.map(({ props }) => props.text)).toEqual(['P-1 running\n• one\n• two', 'T  80\np  3'])
    expect(codes).toEqual(['text.format', 'text.format'])
  })

  it('with pictures or controls are replaced by the plain text of the file, which is reported', () => {
    const plain = (words: string) =>
      `<switch>${label('<img src="/x.png"/> Mixer')}<text x="70" y="44">${words}</text></switch>`
    expect(imported(plain('Mixer')).codes).toEqual(['text.fallback'])
    expect(imported(plain('Mix...')).codes).toEqual(['text.cut'])
    expect(imported(plain('Mix…')).parts[0]?.props.text).toBe('Mix…')
  })

  it('with too many pieces are reported as cut', () => {
    const words = (count: number) => label(Array.from({ length: count }, (_, i) => `<span>${i} </span>`).join(''))
    expect(imported(words(1100)).codes).toContain('text.long')
    expect(imported(words(900)).codes).not.toContain('text.long')
  })

  it('without any words are reported', () => {
    const { parts, codes } = imported(
      '<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>',
    )
    expect([parts, codes]).toEqual([[], ['safe.markup']])
  })

  it('bring no scripts or markup', () => {
    const { parts } = imported(label('safe<script>alert(1)</script>&lt;b&gt;'))
    expect(parts[0]?.props.text).toBe('safe<b>')
  })
})
