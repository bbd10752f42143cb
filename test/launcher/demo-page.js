/**
 * A job summary as a page of its own that looks as on GitHub, light or dark as the reader's system is.
 *
 * @param {string} title
 * @param {string} summary  Of GITHUB_STEP_SUMMARY: HTML from the first line to the last.
 * @returns {string}
 */
export function pageOf(title, summary) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replaceAll('<', '&lt;')}</title>
<style>
${STYLE.trim()}
</style>
<article>

${summary.trim()}

</article>
</html>
`
}

/**
 * A page with the comment of a step, as on GitHub.
 *
 * @param {string} title
 * @param {string} comment  Its body: HTML but for its marker.
 * @returns {string}
 */
export function commentPageOf(title, comment) {
  const author = '<strong>github-actions</strong> <span class="bot">bot</span>'
  return pageOf(
    title,
    `<div class="box"><div class="head">${author} <span class="muted">commented 2 minutes ago</span></div>
<div class="body">

${comment.trim()}

</div></div>`,
  )
}

/** GitHub's style of the elements of a summary: sizes, spaces and colours, imitated by eye. */
const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --muted: #59636e; --link: #0969da; --page: #fff; --line: #d1d9e0; --stripe: #f6f8fa; --code: #818b981f; }
@media (prefers-color-scheme: dark) {
  :root { --text: #f0f6fc; --muted: #9198a1; --link: #4493f8; --page: #0d1117; --line: #3d444d; --stripe: #151b23; --code: #656c7633; }
}
body { margin: 0; background: var(--page); }
article { box-sizing: border-box; max-width: 1012px; margin: 0 auto; padding: 24px; overflow-wrap: break-word; color: var(--text);
  font: 16px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"; }
article > :first-child { margin-top: 0; }
article > :last-child { margin-bottom: 0; }
h2, h3 { margin: 24px 0 16px; font-weight: 600; line-height: 1.25; }
h2 { padding-bottom: .3em; border-bottom: 1px solid var(--line); font-size: 1.5em; }
h3 { font-size: 1.25em; }
p, ul, table, details { margin: 0 0 16px; }
ul { padding-left: 2em; }
a { color: var(--link); text-decoration: underline; text-underline-offset: .2rem; }
code { padding: .2em .4em; border-radius: 6px; background: var(--code); white-space: break-spaces; font: 85% ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
h2 code, h3 code { padding: 0 .2em; font-size: inherit; }
table { display: block; width: max-content; max-width: 100%; overflow: auto; border-spacing: 0; border-collapse: collapse; }
tr { background: var(--page); }
tr:nth-child(2n) { background: var(--stripe); }
th, td { padding: 6px 13px; border: 1px solid var(--line); }
th { font-weight: 600; }
sub { position: relative; bottom: -.25em; font-size: 75%; line-height: 0; }
summary { cursor: pointer; }
.box { margin: 0 0 16px; border: 1px solid var(--line); border-radius: 6px; font-size: 14px; }
.head { padding: 8px 16px; border-bottom: 1px solid var(--line); border-radius: 6px 6px 0 0; background: var(--stripe); }
.body { padding: 16px; }
.body > :first-child { margin-top: 0; }
.body > :last-child { margin-bottom: 0; }
.bot { padding: 0 6px; border: 1px solid var(--line); border-radius: 2em; color: var(--muted); font-size: 12px; }
.muted { color: var(--muted); }
`
