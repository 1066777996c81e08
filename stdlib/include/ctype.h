#pragma once
//@rows
