import { headers } from 'next/headers'

/**
 * The server's page can be used before its script is there, and React lets go what is done then. Buttons, choices, and the
 * rows of lists with their links keep their presses, in order and one of each, until React has taken them (it marks each
 * with a property of its own, and `PageReady` the window), all scripts have come and React has nothing left to do, or a
 * press that is taken follows them. What lies under a dialog by then is left, as a press on it would be. Milliseconds:
 * looks every 30, for at most 15,000 at each; then a link leads where it says. A browser that is never idle has 1,000.
 */
// In one line, since the page holds it twice, the second time with its line feeds escaped among React's own data.
const script = `(function(){
var waiting=[],timer,on=addEventListener,idle=window.requestIdleCallback||setTimeout;
function taken(e){
return window.pageReady&&Object.keys(e).some(function(k){return/^__react/.test(k)})
}
function look(){
var w=waiting[0],e;
if(!w){timer=clearInterval(timer);return}
e=w.e;
if(!e.isConnected||getComputedStyle(e).pointerEvents==='none')waiting.shift();
else if(w.due)return;
else if(taken(e)&&document.readyState==='complete'){w.due=1;idle(function(){if(waiting[0]===w){waiting.shift();w.act()}},{timeout:1000})}
else if(!w.left--){waiting.shift();if(e.href)location=e.href}
}
function drop(e){
waiting=waiting.filter(function(w){return w.e!==e})
}
function keep(e,act){
drop(e);
waiting.push({e:e,act:act,left:500});
timer=timer||setInterval(look,30)
}
on('click',function(event){
var e=event.target.closest('button,a,input,select,label,tr[data-opens]');
if(!e)return;
if(taken(e)){
if(event.isTrusted)waiting.splice(0).forEach(function(w){if(w.e!==e&&!e.href&&taken(w.e))w.act()});
return
}
if(!e.matches('button,[data-row-link],tr')||event.ctrlKey||event.metaKey||event.shiftKey||event.altKey)return;
event.preventDefault();event.stopImmediatePropagation();
keep(e,function(){e.click()})
},true);
on('change',function(event){
var e=event.target,value=e.value,checked=e.checked;
if(taken(e))drop(e);
else if(e.matches('select,[type=radio],[type=checkbox]'))keep(e,function(){
if(checked===undefined){e.value=value;e.dispatchEvent(new Event('change',{bubbles:true}));return}
if(e.checked===checked)e.checked=!checked;
e.click()
})
},true)
})()`.replaceAll('\n', '')

export async function EarlyPresses() {
  const policy = (await headers()).get('content-security-policy') ?? ''
  return (
    <script
      // As another script it would wait for the page's style, and what comes behind it be read no sooner.
      type="module"
      async
      // Browsers hide the nonce from the page that React compares.
      nonce={/'nonce-([^']+)'/.exec(policy)?.[1]}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of this file.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  )
}
