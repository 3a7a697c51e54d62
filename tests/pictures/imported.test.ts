import { writeDrawing } from '@mimic/engine/document'
import { catalog } from '@mimic/engine/catalog'
import { importSvg } from '@mimic/engine/imports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureDifference } from '../support/browser/pictures.ts'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'

let host: StagePageHost
beforeAll(async () => {
  host = await openStagePage()
})
afterAll(async () => {
  await host.close()
})

/**
 * Edges and letters are antialiased differently, and a picture of a part is drawn at double resolution and scaled down.
 */
const readersDiffer = 0.003

/** Output of both drawing programs, including features that components do not have. */
const plant = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="1600" height="900" viewBox="0 0 1600 900">
  <defs>
    <style>.cls-1{clip-path:url(#clip-path);}.cls-2{fill:#00a651;}.cls-3{fill:none;stroke:#203040;stroke-width:12px;stroke-linecap:round;}</style>
    <clipPath id="clip-path"><rect x="40" y="40" width="300" height="200"/></clipPath>
    <clipPath id="round" transform="translate(20 0)"><circle cx="600" cy="140" r="90"/></clipPath>
    <linearGradient id="fade" x1="0" x2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>
    <mask id="soft"><rect x="800" y="40" width="320" height="200" fill="url(#fade)"/></mask>
    <pattern id="hatch" width="16" height="16" patternUnits="userSpaceOnUse"><rect width="16" height="16" fill="#dfe3e7"/><path d="M0 16L16 0" stroke="#59636d" stroke-width="3"/></pattern>
    <path id="bow" d="M100 760A300 260 0 0 1 700 760"/>
  </defs>
  <rect width="1600" height="900" fill="#f5f6f8"/>
  <g class="cls-1"><rect class="cls-2" x="0" y="0" width="160" height="160"/><circle class="cls-2" cx="330" cy="230" r="80" style="fill:#d92d20"/><path class="cls-3" d="M20 200C120 80 220 300 380 120"/></g>
  <g clip-path="url(#round)"><g transform="rotate(20 620 140)"><rect x="500" y="60" width="260" height="70" fill="#2050d9"/><rect x="500" y="150" width="260" height="70" fill="url(#fade)"/></g></g>
  <g mask="url(#soft)"><rect x="800" y="40" width="320" height="200" fill="#d92d20"/><circle cx="960" cy="140" r="70" fill="#fff"/></g>
  <g inkscape:groupmode="layer" inkscape:label="Layer 1" transform="translate(1180,40) scale(2)">
    <path style="fill:#7d9bb3;fill-rule:evenodd;stroke:#203040;stroke-width:3" d="m 60,10 a 50,50 0 0 0 -50,50 50,50 0 0 0 50,50 50,50 0 0 0 50,-50 50,50 0 0 0 -50,-50 z m 0,25 a 25,25 0 0 1 25,25 25,25 0 0 1 -25,25 25,25 0 0 1 -25,-25 25,25 0 0 1 25,-25 z m -8,20 h 16 v 10 h -16 z"/>
    <path d="M130 30L190 90V30L130 90Z" fill="#f0c040" stroke="#203040" stroke-width="4" stroke-linejoin="round"/>
  </g>
  <path d="M900 340h240v200h-240z M940 380v50h60v-50z M1040 380v50h60v-50z M940 460v50h160v-50z" fill="#607080"/>
  <polygon points="1350,340 1409,521 1255,409 1445,409 1291,521" fill="#a04020" fill-rule="evenodd"/>
  <rect x="900" y="620" width="300" height="200" rx="30" fill="url(#hatch)"/>
  <text font-size="48" font-weight="bold" fill="#203040" font-family="sans-serif"><textPath xlink:href="#bow" startOffset="10%">Along the bow it goes</textPath></text>
</svg>`

it('an SVG file looks on the stage as it did: holes, clips, masks, patterns and text along a path', async () => {
  const read = importSvg(plant, catalog)
  const { drawing, report } = read.value ?? {}
  if (!drawing || !report) throw new Error(JSON.stringify(read.problems))
  expect([...new Set(report.findings.map(({ code }) => code))]).toEqual(['shape.picture'])
  expect(drawing.components.filter(({ type }) => type === 'image').length).toBeLessThanOrEqual(8)

  await host.open(writeDrawing(drawing))
  await host.page.evaluate(async () => {
    window.stagePage.zoom(1, 800, 450)
    window.stagePage.frame(0)
    await window.stagePage.waitUntilPainted()
  })
  const painted = await host.shoot(0)
  const original = await host.browser.browser.newPage()
  await original.setViewport({ width: 1600, height: 900 })
  await original.setContent(`<style>body{margin:0}</style>${plant}`)
  const share = await measureDifference(painted, await original.screenshot(), 'tests/.output/imported.png')
  await original.close()
  expect(share).toBeLessThanOrEqual(readersDiffer)
})
