import { catalog } from '@mimic/engine/catalog'
import { drawingVersion, makeComponent, newDrawing, readDrawing } from '@mimic/engine/document'
import { expect, test } from 'vitest'
import { svgFile } from './svgFile.ts'

const host = 'https://plant.example'
const image = (url: string) => makeComponent({ type: 'image', width: 40, height: 40, props: { source: url } })

/** Mocks a host that serves these files. */
const createHost = (files: Readonly<Record<string, { readonly kind: string; readonly text: string }>>) => {
  const requests: string[] = []
  const get = async ({ href }: URL): Promise<Response> => {
    requests.push(href)
    const file = files[href]
    return file
      ? new Response(file.text, { headers: { 'content-type': file.kind } })
      : new Response('', { status: 404 })
  }
  return { requests, get }
}

test('each image of this host is embedded with one request; links to images of other hosts are kept and reported', async () => {
  const drawing = {
    ...newDrawing('Pumps'),
    components: [
      image('/pump.png?x=1&y=2'),
      image('/pump.png?x=1&y=2'),
      image('https://other.example/logo.png'),
      image('/gone.png'),
    ],
  }
  const { requests, get } = createHost({
    [`${host}/pump.png?x=1&y=2`]: { kind: 'image/png; charset=x', text: 'PNG' },
  })
  const { text, left } = await svgFile(drawing, 'en', `${host}/scada`, get)
  expect(text.match(/href="[^"]*"/g)).toEqual([
    'href="data:image/png;base64,UE5H"',
    'href="data:image/png;base64,UE5H"',
    'href="https://other.example/logo.png"',
    'href="/gone.png"',
  ])
  expect(left).toEqual(['https://other.example/logo.png', '/gone.png'])
  expect(requests).toEqual([`${host}/pump.png?x=1&y=2`, `${host}/gone.png`])
})

test('an HTML response is not embedded as an image', async () => {
  const { get } = createHost({ [`${host}/a.png`]: { kind: 'text/html', text: '<p>' } })
  expect((await svgFile({ ...newDrawing(''), components: [image('/a.png')] }, 'en', host, get)).left).toEqual([
    '/a.png',
  ])
})

test('it has the size of the drawing and its charts', async () => {
  const read = readDrawing(
    {
      version: drawingVersion,
      name: '',
      layer: { ...newDrawing().layer, width: 1200, height: 700 },
      components: [{ id: 'a', type: 'chart-pie', x: 0, y: 0, width: 300, height: 200 }],
    },
    catalog,
  )
  const { text } = await svgFile(read.value?.drawing ?? newDrawing(''), 'en', host)
  expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="1200" height="700"/)
  expect(text).toMatch(/<svg x="0" y="0" width="300" height="200"[^>]*>.*<path/)
})
