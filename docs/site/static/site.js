/* SPDX-License-Identifier: Apache-2.0 */
/* Copy buttons, links to pictures, and tabs for neighbouring code in C, C++ and Python. Without JavaScript, every block
   is shown. */
(() => {
  'use strict';
  const languages = { c: 'C', cpp: 'C++', python: 'Python' };
  const key = 'clinterval-language';
  const article = document.querySelector('article');
  if (!article)
    return;

  const languageOf = block => Object.keys(languages).find(name => block.classList.contains(`highlight-${name}`));
  const stored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const groups = [];
  const choose = language => {
    for (const group of groups) {
      if (!group.blocks.has(language))
        continue;
      for (const [name, block] of group.blocks) {
        block.hidden = name !== language;
        group.tabs.get(name).setAttribute('aria-selected', String(name === language));
        group.tabs.get(name).tabIndex = name === language ? 0 : -1;
      }
    }
  };
  const chosenBy = (tab, language) => {
    const before = tab.getBoundingClientRect().top;
    choose(language);
    window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
    try {
      localStorage.setItem(key, language);
    } catch {
      /* The choice holds for this page only. */
    }
  };

  const makeGroup = blocks => {
    const group = { blocks, tabs: new Map() }, list = document.createElement('div');
    list.className = 'tabs';
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    for (const [name, block] of blocks) {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.textContent = languages[name];
      tab.setAttribute('role', 'tab');
      tab.id = `tab-${groups.length}-${name}`;
      block.id = block.id || `code-${groups.length}-${name}`;
      tab.setAttribute('aria-controls', block.id);
      block.setAttribute('role', 'tabpanel');
      block.setAttribute('aria-labelledby', tab.id);
      tab.addEventListener('click', () => chosenBy(tab, name));
      tab.addEventListener('keydown', event => {
        const names = [...blocks.keys()], step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
          return;
        event.preventDefault();
        const next = names[(names.indexOf(name) + step + names.length) % names.length];
        chosenBy(tab, next);
        group.tabs.get(next).focus();
      });
      group.tabs.set(name, tab);
      list.append(tab);
    }
    const first = blocks.values().next().value;
    first.before(list);
    groups.push(group);
  };

  const grouped = new Set();
  for (const first of article.querySelectorAll('div[class*="highlight-"]')) {
    if (grouped.has(first) || !languageOf(first))
      continue;
    const blocks = new Map();
    for (let block = first; block; block = block.nextElementSibling) {
      const language = languageOf(block);
      if (!language || blocks.has(language))
        break;
      blocks.set(language, block);
    }
    if (blocks.size < 2)
      continue;
    for (const block of blocks.values())
      grouped.add(block);
    makeGroup(blocks);
  }
  for (const group of groups)
    choose(group.blocks.keys().next().value);
  if (stored())
    choose(stored());

  /* A picture links to its file, where it has its full size. It shrinks only while its labels are readable. */
  for (const image of article.querySelectorAll('img')) {
    if (image.closest('a'))
      continue;
    const link = document.createElement('a');
    link.href = image.src;
    link.title = 'Full size';
    image.before(link);
    link.append(image);
    const keepReadable = () => {
      image.style.minWidth = `${Math.round(Math.min(0.62 * image.naturalWidth, 528))}px`;
    };
    if (image.complete)
      keepReadable();
    else
      image.addEventListener('load', keepReadable);
  }

  /* The text of a block without prompts, and without the output of an interactive Python session. */
  const textOf = pre => {
    const lines = pre.textContent.replace(/\n$/, '').split('\n');
    if (!lines[0].startsWith('>>> '))
      return lines.map(line => line.replace(/^\$ /, '')).join('\n');
    return lines.filter(line => /^(>>>|\.\.\.)( |$)/.test(line)).map(line => line.slice(4)).join('\n');
  };

  for (const pre of article.querySelectorAll('div.highlight pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy the code');
    button.addEventListener('click', async () => {
      const text = textOf(pre);
      let copied = true;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const area = document.createElement('textarea');
        area.value = text;
        document.body.append(area);
        area.select();
        copied = document.execCommand('copy');
        area.remove();
        button.focus({ preventScroll: true });
      }
      button.textContent = copied ? 'Copied' : 'Not copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    pre.parentNode.append(button);
  }
})();
